// biome-ignore lint/suspicious/noExplicitAny: JSON Schema of a body, a parameter or an answer
type Schema = any

/** A schema in the words of TypeScript, which say the same in a tenth of the lines. */
export function shapeText(schema: Schema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.anyOf) return joined(schema.anyOf.map((one: Schema) => shapeText(one, indent)))
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return joined(schema.enum.map((one: unknown) => JSON.stringify(one)))
  if (Array.isArray(schema.type)) return joined(schema.type.map((type: string) => shapeText({ type })))
  if (schema.type === 'array') return arrayText(schema, indent)
  if (schema.type === 'object') return objectText(schema, indent)
  return schema.type === 'integer' ? 'number' : (schema.type ?? 'unknown')
}

const joined = (texts: string[]) => [...new Set(texts)].join(' | ')

function arrayText({ items = {}, prefixItems }: Schema, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((one: Schema) => shapeText(one, indent)).join(', ')}]`
  const text = shapeText(items, indent)
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})[]` : `${text}[]`
}

function objectText({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties)
    return `Record<string, ${additionalProperties ? shapeText(additionalProperties, indent) : 'unknown'}>`
  const inner = `${indent}  `
  const fields = Object.entries<Schema>(properties).map(
    ([name, one]) =>
      `${inner}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${shapeText(one, inner)}`,
  )
  return `{\n${fields.join('\n')}\n${indent}}`
}

/** The names that a schema refers to, and those that these refer to. */
export function namesIn(
  schema: Schema,
  named: Record<string, Schema>,
  found = new Set<string>(),
): Set<string> {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name) || !named[name]) continue
    found.add(name)
    namesIn(named[name], named, found)
  }
  return found
}
