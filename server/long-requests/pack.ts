import { deserialize, serialize } from 'bun:jsc'
import { dataReply, isReply } from '#server/http/reply.ts'

type Packed = { value: unknown } | { data: unknown; beside: Parameters<typeof dataReply>[1] }

/** Into memory that threads share: it is read where it lies. @throws on what is no plain data */
export function packValue(value: unknown): SharedArrayBuffer {
  if (!isReply(value)) return serialize({ value } satisfies Packed)
  if (value.kind !== 'data') throw new Error('A transaction returns data, never a view.')
  const { kind: _, data, ...beside } = value
  return serialize({ data, beside } satisfies Packed)
}

export function unpackValue(bytes: SharedArrayBuffer): unknown {
  const packed = deserialize(bytes) as Packed
  return 'value' in packed ? packed.value : dataReply(packed.data, packed.beside)
}
