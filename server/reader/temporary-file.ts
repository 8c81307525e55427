import { mkdirSync, rmSync } from 'node:fs'
import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUIDv7 } from 'bun'
import { busyProblem, Problem } from '#server/errors.ts'
import { Counts, type Requester } from '#server/fair-queue.ts'

const outgoing = (data: string) => join(data, 'outgoing')

/** What was on its way when the program ended. */
export const removeTemporaryFiles = (data: string) => rmSync(outgoing(data), { recursive: true, force: true })

/** Of a file that whoever asks removes. */
export function newTemporaryPath(data: string): string {
  mkdirSync(outgoing(data), { recursive: true })
  return join(outgoing(data), randomUUIDv7())
}

const beingSent = new Counts()
/** Each is a whole copy on the disk, for as long as its client reads. */
const MOST = { account: 6, person: 3 }
const tooManySent = busyProblem('files are on their way to your account at the moment', 'sendingbusy', 10)

/**
 * Those of all accounts leave free as much as they take: what people save needs the same disk.
 * @throws 503
 */
async function refuseWithoutRoom(data: string) {
  const sizes = (await readdir(outgoing(data))).map((name) =>
    // Another may be sent and removed meanwhile.
    stat(join(outgoing(data), name)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  const taken = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  const { bavail, bsize } = await statfs(data)
  if (taken < bavail * bsize) return
  throw new Problem(
    503,
    'The disk has no room for this file at the moment. Nothing was changed. Please try again in a minute; if it stays so, ask your system administrator for a larger disk.',
    { code: 'sendingfull', retryafter: 60 },
  )
}

/**
 * Written whole before it is sent: a client with a slow line would otherwise keep one state of the account open for as
 * long, and one that failed half way would look like a whole one. It is removed once it is sent, or nobody wants it.
 * @throws 503 while too many of them are being sent, or they would fill the disk
 */
export async function sendTemporaryFile(
  { accountid, userid }: Requester,
  data: string,
  make: (path: string) => Promise<unknown>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const person = `${accountid} ${userid}`
  if (beingSent.of(person) >= MOST.person || beingSent.of(accountid) >= MOST.account) throw tooManySent()
  const count = (by: number) => {
    beingSent.add(person, by)
    beingSent.add(accountid, by)
  }
  const path = newTemporaryPath(data)
  count(1)
  let counted = true
  const remove = async () => {
    if (counted) count(-1)
    counted = false
    await rm(path, { force: true })
  }
  try {
    await refuseWithoutRoom(data)
    await make(path)
    await refuseWithoutRoom(data)
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
