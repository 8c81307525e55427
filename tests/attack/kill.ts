import type { Program } from '#tests/support/program.ts'
import { joblane, serveFolder, signInToDemo } from '#tests/tasks/support.ts'
import { type AckedWrite, findFaults } from './kill-faults.ts'
import { generateWrites, type Records, type Write } from './kill-writes.ts'

export type KillReport = {
  runs: number
  acked: number
  unanswered: number
  replayed: number
  issued: number
  faults: string[]
}

const WRITERS = 6
/** Of those acknowledged before a kill, asked again after it; all that were left unanswered are. */
const REPLAYED = 10
const MAX_ACKS = 60

/**
 * Serves a demo folder, writes to it from several sides, ends the program by `kill -9`, starts it again and sends what
 * had no answer once more under the same Idempotency-Key; as often as said. Then everything is looked up. The seed says after how
 * many answers the program ends and what is asked again; which answers those are, the machine does.
 */
export async function killRuns(
  folder: string,
  { runs, seed, progress }: { runs: number; seed: number; progress?: (run: number) => void },
): Promise<KillReport> {
  const random = seededRandom(seed)
  const acked: AckedWrite[] = []
  const faults: string[] = []
  const counts = { unanswered: 0, replayed: 0 }
  let program = await serveFolder(folder)
  try {
    let token = await signInToDemo(program.base)
    const records = await findRecords(program, token)
    for (let run = 0; run < runs; run++) {
      const killed = await writeUntilKilled(program, token, {
        records,
        run,
        acks: 1 + Math.floor(random() * MAX_ACKS),
      })
      program = await serveFolder(folder)
      // A thousand runs take longer than a session lasts.
      token = await signInToDemo(program.base)
      for (const write of killed.unanswered) killed.acked.push(await sendAgain(program, token, write))
      const again = sample(killed.acked, REPLAYED, random)
      for (const one of again) {
        const { text } = await sendWrite(program, token, one.write)
        if (text !== one.text) faults.push(`${one.write.key} replayed: ${one.text} became ${text}`)
      }
      counts.replayed += again.length
      counts.unanswered += killed.unanswered.length
      acked.push(...killed.acked)
      progress?.(run + 1)
    }
  } finally {
    await program.kill()
  }
  faults.push(...findFaults(folder, acked))
  const { status, out } = await joblane(['check', '--data', folder])
  if (status !== 0) faults.push(out)
  const issued = acked.filter(({ write }) => write.path.endsWith('/issue')).length
  return { runs, acked: acked.length, ...counts, issued, faults }
}

type Run = { records: Records; run: number; acks: number }

/** The program is ended in the middle of what the others do. */
async function writeUntilKilled(program: Program, token: string, { records, run, acks }: Run) {
  const acked: AckedWrite[] = []
  const unanswered: Write[] = []
  let killed: Promise<number> | undefined
  const person = async (writer: number) => {
    const writes = generateWrites(records, writer, run)
    for (let next = writes.next(); !next.done && !killed; ) {
      const write = next.value
      try {
        const answer = await sendWrite(program, token, write)
        acked.push(answer)
        next = writes.next(answer.data)
      } catch (error) {
        if (error instanceof Busy) continue
        if (!killed) throw error
        unanswered.push(write)
      }
      if (acked.length >= acks) killed ??= program.kill()
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => person(writer)))
  await killed
  return { acked, unanswered }
}

/** Nothing was done: the same is asked again, as a person would. */
class Busy extends Error {}

const BUSY_MS = 500
const BUSY_TRIES = 200

async function sendAgain(program: Program, token: string, write: Write): Promise<AckedWrite> {
  for (let n = 1; ; n++)
    try {
      return await sendWrite(program, token, write)
    } catch (error) {
      if (!(error instanceof Busy) || n === BUSY_TRIES) throw error
      await Bun.sleep(BUSY_MS)
    }
}

/** @throws when there is no whole answer, and when it is a refusal */
export async function sendWrite(
  { base }: Pick<Program, 'base'>,
  token: string,
  write: Write,
  headers: Record<string, string> = {},
): Promise<AckedWrite> {
  const answer = await fetch(base + write.path, {
    method: write.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': write.key,
      ...headers,
    },
    body: JSON.stringify(write.body),
  })
  const text = await answer.text()
  if (answer.status === 503) throw new Busy(text)
  if (!answer.ok) throw new Error(`${write.path} ${write.key}: ${answer.status} ${text}`)
  return { write, data: JSON.parse(text).data, text }
}

export async function findRecords({ base }: Pick<Program, 'base'>, token: string): Promise<Records> {
  const list = async (
    path: string,
  ): Promise<{ id: string; name: string; client: { id: string } | null }[]> => {
    const answer = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()).data
  }
  const orders = (await list('/api/boards')).find(({ name }) => name === 'Orders')!
  const [location] = (await list('/api/locations?take=50')).filter(({ client }) => client)
  const ids = async (path: string) => (await list(path)).map(({ id }) => id)
  return {
    board: orders.id,
    jobs: await ids(`/api/jobs?boardid=${orders.id}&status=1,2&take=40`),
    items: await ids('/api/inventory?take=20'),
    location: location!.id,
    client: location!.client!.id,
  }
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Some of these, each with the same chance. */
function sample<T>(from: readonly T[], most: number, random: () => number): T[] {
  return from
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ one }) => one)
}
