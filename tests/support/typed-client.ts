import { shapeText } from '#server/replies/shape-text.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any

/** A client with the types of all calls, as anybody can make one from openapi.json. */
export function typedClient({ paths, components }: Json): string {
  const schemas = Object.entries<Json>(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${shapeText(schema)}`,
  )
  const calls = Object.entries<Json>(paths).flatMap(([path, operations]) =>
    Object.entries<Json>(operations).map(([method, operation]) =>
      callText(`${method.toUpperCase()} ${path}`, operation),
    ),
  )
  return `${schemas.join('\n')}\n\nexport type Calls = {\n${calls.join('\n')}\n}\n\n${CALL}`
}

/** Plain fetch: the types are what is proved. */
const CALL = `type Asked<C extends keyof Calls> = Omit<Calls[C], 'answer'>

export const connect = (url: string, headers: Record<string, string>) =>
  async <C extends keyof Calls>(call: C, asked: Asked<C>): Promise<Calls[C]['answer']> => {
    const { path = {}, query = {}, body } = asked as {
      path?: Record<string, string>
      query?: Record<string, unknown>
      body?: unknown
    }
    const [method = '', address = ''] = call.split(' ')
    const filled = address.replace(/\\{(\\w+)\\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
    const given = Object.entries(query).map(([name, value]) => [name, String(value)])
    const response = await fetch(\`\${url}\${filled}?\${new URLSearchParams(given)}\`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(await response.text())
    return response.json() as Promise<Calls[C]['answer']>
  }
`

function callText(name: string, { parameters = [], requestBody, responses }: Json): string {
  const of = (place: string) =>
    parameters
      .filter((one: Json) => one.in === place)
      .map((one: Json) => `${quoted(one.name)}${one.required ? '' : '?'}: ${shapeText(one.schema)}`)
  const path = of('path')
  const query = of('query')
  const body = requestBody?.content['application/json']
  const answer = responses[200]?.content?.['application/json']
  const parts = [
    ...(path.length > 0 ? [`path: { ${path.join('; ')} }`] : []),
    ...(query.length > 0 ? [`query?: { ${query.join('; ')} }`] : []),
    ...(body ? [`body${requestBody.required ? '' : '?'}: ${shapeText(body.schema)}`] : []),
    `answer: ${answer ? shapeText(answer.schema) : 'unknown'}`,
  ]
  return `  ${quoted(name)}: { ${parts.join('; ')} }`
}

const quoted = (name: string) => JSON.stringify(name)
