import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { nameInPython } from "../names";
import { type Declared, isReferred, type Program, referenceIn } from "./program";

/** The line length of Black. */
const width = 88;

/** Code in brackets, on one line or with each item on its own line. */
type Code = string | { open: string; items: Code[]; close: string };

export function inPython(program: Program): string {
  const { resources, calls, outputs, readsConfig } = program;
  const usesPulumi = readsConfig || outputs.length > 0 || resources.some((one) => one.provider);
  const variable = (one: Declared) => (isReferred(program, one) ? `${one.name} = ` : "");
  const paragraphs = [
    [usesPulumi ? "import pulumi" : [], "import pulumi_auth0_native as auth0"].flat().join("\n"),
    readsConfig ? "config = pulumi.Config()" : [],
    resources.map((one) =>
      [one.comment ? `# ${one.comment}` : [], text(resource(one, variable(one)))].flat().join("\n"),
    ),
    calls.map(({ name, of, args }) =>
      text({
        open: `${name} = auth0.${nameInPython(of)}_output(`,
        items: passed(args),
        close: ")",
      }),
    ),
    outputs.map(([name, path]) => `pulumi.export("${name}", ${path.map(nameInPython).join(".")})`),
  ].flat();
  return `${paragraphs.join("\n\n")}\n`;
}

const resource = ({ name, of, args, provider }: Declared, variable: string): Code => ({
  open: `${variable}auth0.${of}(`,
  items: [
    JSON.stringify(name),
    ...passed(args),
    ...(provider ? [`opts=pulumi.ResourceOptions(provider=${provider})`] : []),
  ],
  close: ")",
});

const passed = (args: Props): Code[] =>
  Object.entries(args).map(([key, value]) => code(`${nameInPython(key)}=`, value));

function code(before: string, value: Json): Code {
  const [variable] = referenceIn(value) ?? [];
  if (variable) return `${before}config.require_secret("${variable}")`;
  if (Array.isArray(value)) {
    return { open: `${before}[`, items: value.map((item) => code("", item)), close: "]" };
  }
  if (isObject(value)) {
    const items = Object.entries(value).map(([key, item]) =>
      code(`"${nameInPython(key)}": `, item),
    );
    return { open: `${before}{`, items, close: "}" };
  }
  if (typeof value === "boolean") return `${before}${value ? "True" : "False"}`;
  return `${before}${JSON.stringify(value)}`;
}

function inOneLine(part: Code): string {
  if (typeof part === "string") return part;
  return `${part.open}${part.items.map(inOneLine).join(", ")}${part.close}`;
}

function text(part: Code, indent = ""): string {
  const line = indent + inOneLine(part);
  if (typeof part === "string" || line.length < width) return line;
  const items = part.items.map((item) => `${text(item, `${indent}    `)},`);
  return [indent + part.open, ...items, indent + part.close].join("\n");
}
