import { selfSigned } from "../tools/certificate";
import { engineTexts, memoryTable, stateTable, timeTable } from "./engineTables";
import { limitsOfEngine, limitsOfPeer } from "./limits";
import { forms } from "./peer";
import { type Results, section } from "./report";
import { cliSettings, mergeRounds, type Row, rowsOf, type Subject, stateSettings } from "./sample";
import { type Command, measureStack } from "./stack";
import { startBenchTenant } from "./tenant";

/** The number of rounds by the number of objects: noise affects short commands most. */
type Rounds = (count: number) => number;

/** The latency of a request over the internet. */
const latencyMs = 100;
/** The size that is measured with latency, which affects every size alike. */
const remoteSize = 100;
/** The size from which the CLI's settings for its state are measured. */
const stateSize = 100;

export async function engine(sizes: number[], rounds: Rounds): Promise<Results> {
  const rows = await measureEngine(sizes, rounds);
  return {
    rows,
    limits: [...limitsOfEngine(rows, sizes), ...limitsOfPeer(rows)],
    sections: [
      section("Compared with a provider that does nothing", engineTexts.time, timeTable(rows)),
      section("Memory", engineTexts.memory, memoryTable(rows)),
      section("State", engineTexts.state, stateTable(rows, sizes)),
    ],
  };
}

/**
 * Measures the contestants of the same conditions in turn and in changing order: a provider that does nothing
 * (the floor), both forms of ours, and the official provider if it is on PATH. The floor sends no
 * requests, so latency does not affect it.
 */
async function measureEngine(sizes: number[], rounds: Rounds): Promise<Row[]> {
  const rows: Row[] = [];
  const tls = selfSigned();
  const local = await startBenchTenant({ tls });
  const remote = await startBenchTenant({ tls, latencyMs });

  async function measureRounds(
    subjects: Subject[],
    about: { count: number; latencyMs: number },
    chosen?: readonly Command[],
  ) {
    const order = [...subjects];
    for (let round = 0; round < rounds(about.count); round++, order.reverse()) {
      for (const subject of order) {
        const tenant = about.latencyMs === 0 ? local : remote;
        // Of the settings for the state, only the time and the state of `up` are compared.
        const commands = subject in cliSettings ? (["up"] as const) : chosen;
        const samples = await measureStack(subject, about.count, tenant, { chosen: commands });
        rows.push(...rowsOf({ subject, ...about }, samples));
      }
    }
  }

  try {
    // A first run, not recorded: it reads everything from the disk.
    const subjects: Subject[] = ["floor", ...forms()];
    for (const subject of subjects) await measureStack(subject, 2, local);
    for (const count of sizes) {
      const settings = count < stateSize ? [] : stateSettings;
      await measureRounds([...subjects, ...settings], { count, latencyMs: 0 });
      if (count !== remoteSize) continue;
      await measureRounds(forms(), { count, latencyMs });
      await measureRounds(forms(), { count, latencyMs }, ["up --parallel 32"]);
    }
    return mergeRounds(rows);
  } finally {
    local.close();
    remote.close();
  }
}
