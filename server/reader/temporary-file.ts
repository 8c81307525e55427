import { mkdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUIDv7 } from 'bun'

const outgoing = (data: string) => join(data, 'outgoing')

/** What was on its way when the program ended. */
export const removeTemporaryFiles = (data: string) => rmSync(outgoing(data), { recursive: true, force: true })

/**
 * Written whole before it is sent: a client with a slow line would otherwise keep one state of the account open for as
 * long, and one that failed half way would look like a whole one. It is removed once it is sent, or nobody wants it.
 */
export async function sendTemporaryFile(
  data: string,
  make: (path: string) => Promise<unknown>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const path = join(outgoing(data), randomUUIDv7())
  mkdirSync(outgoing(data), { recursive: true })
  const remove = () => rm(path, { force: true })
  try {
    await make(path)
  } catch (error) {
    await remove()
    throw error
  }
  const reader = Bun.file(path).stream().getReader()
  return new ReadableStream({
    async pull(out) {
      const { done, value } = await reader.read()
      if (!done) return out.enqueue(value as Uint8Array<ArrayBuffer>)
      await remove()
      out.close()
    },
    async cancel() {
      await reader.cancel()
      await remove()
    },
  })
}
