import { secretPlaceholder } from "../../../provider/schema/placeholder";
import { providerKey, providerText, typeToken } from "../../../provider/stateContract";
import type { ImportPlan } from "../plan";
import { setAt } from "../plannedObjects";

const mark = (v: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(v),
});
export const importFile = (p: ImportPlan) =>
  JSON.stringify(
    {
      resources: p.objects.map((o) => {
        let i: any = o.inputs,
          u: any = o.outputs;
        for (const s of o.secrets) {
          i = setAt(i, s.path, mark(s.value ?? secretPlaceholder));
          if (s.value !== undefined) u = setAt(u, s.path, mark(s.value));
        }
        return {
          type: typeToken(o.kind),
          name: o.name,
          id: o.id,
          inputs: { ...i, [providerKey]: providerText(o.kind) },
          outputs: { ...u, [providerKey]: providerText(o.kind) },
        };
      }),
    },
    null,
    2,
  ) + "\n";
