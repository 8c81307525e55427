/** As in JSON Schema 2020-12, which OpenAPI 3.1 takes. */
export type Shape = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  items?: Shape | false
  prefixItems?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: Shape | false
  $ref?: string
}

/** What a call answers: data of a shape, a file, or another address. */
export type CallReply = { data?: Shape; file?: true; redirect?: true }

/** By the call's address, in which `*` stands for a part that varies in the code. */
export type Replies = { calls: Record<string, CallReply>; named: Record<string, Shape> }
