import { join } from 'node:path'
import { CELL_COOKIE } from '#server/cells/forward-request.ts'
import { type Program, startProgram } from '#tests/support/program.ts'
import { demoFolder, removeTemporaryFolders, serveCommand, temporaryFolder } from '#tests/tasks/support.ts'
import {
  askTogether,
  CELL_ACCOUNTS,
  CELL_IDS,
  moveAndRead,
  moveJobs,
  openAccounts,
  type Person,
  placeAccount,
  processorMs,
  readPages,
  serveBehindHaproxy,
  TWO_CELLS,
  type Work,
} from './cells-load.ts'
import { interleaved, median } from './load.ts'
import { figureAlone, type Row, row } from './table.ts'

/** As `mixed.ts` does: two processes have twice as much to compile, each from half of what is asked. */
const WARM_UP = 15

/**
 * The people of two accounts, at one process and at two cells behind their proxy, in turns. Pages that nothing changed are
 * kept and cost about as much as the proxy in front, so that alone they say little of cells. Where the machine has two
 * cores, clients and proxy take their share of both, and what each answer costs in processor time says more than the rate.
 */
export async function benchCells(): Promise<Row[]> {
  const one = await serve()
  const two = await serve(['--cells', '2'])
  try {
    for (const [at, account] of CELL_ACCOUNTS.entries())
      await placeAccount(two.folder, account, CELL_IDS[at] as string)
    const [alone, shared] = [await openAccounts(one.program.base), await openAccounts(two.program.base)]
    return [
      ...(await compare('pages', [two, shared], [one, alone], readPages)),
      ...(await compare('moves', [two, shared], [one, alone], moveJobs)),
      ...(await compare('moves and pages', [two, shared], [one, alone], moveAndRead)),
      await hop(shared),
      await move(two.folder),
    ]
  } finally {
    await Promise.all([one.program.stop(), two.program.stop()])
    removeTemporaryFolders()
  }
}

/** The same with HAProxy in front of both. */
export async function benchCellsBehindHaproxy(): Promise<Row[]> {
  const one = await serveBehindHaproxy([[]])
  const two = await serveBehindHaproxy(TWO_CELLS)
  try {
    for (const [at, account] of CELL_ACCOUNTS.entries())
      await placeAccount(two.folder, account, CELL_IDS[at] as string)
    const [alone, shared] = [await openAccounts(one.base), await openAccounts(two.base)]
    return [
      ...(await compare('pages, behind HAProxy', [two, shared], [one, alone], readPages)),
      ...(await compare('moves, behind HAProxy', [two, shared], [one, alone], moveJobs)),
      ...(await compare('moves and pages, behind HAProxy', [two, shared], [one, alone], moveAndRead)),
    ]
  } finally {
    await Promise.all([one.stop(), two.stop()])
    removeTemporaryFolders()
  }
}

type Served = { folder: string; program: Program; pids: number[] }

async function serve(flags: string[] = []): Promise<Served> {
  const folder = await demoFolder(join(temporaryFolder(), 'data'))
  const program = await startProgram(await serveCommand(folder, flags), folder)
  return { folder, program, pids: [program.pid] }
}

type Side = [Pick<Served, 'pids'>, readonly Person[]]

async function compare(what: string, ours: Side, reference: Side, work: Work): Promise<Row[]> {
  const [ourCosts, theirCosts]: [number[], number[]] = [[], []]
  const run = async ([{ pids }, people]: Side, costs: number[]) => {
    const before = processorMs(pids)
    const { answers, rate } = await askTogether(work, people)
    costs.push((processorMs(pids) - before) / answers)
    return rate
  }
  for (let n = 0; n < WARM_UP; n++) await Promise.all([run(ours, []), run(reference, [])])
  const [a, b] = await interleaved(
    () => run(ours, ourCosts),
    () => run(reference, theirCosts),
  )
  return [
    row({
      what: `${what} by two cells, beside one process`,
      ours: a,
      reference: b,
      unit: '/s',
      reach: 'at least 1.7',
    }),
    row({
      what: `${what}: processor time of each`,
      ours: median(ourCosts),
      reference: median(theirCosts),
      unit: 'ms',
      reach: 'at most 1.17',
    }),
  ]
}

const ASKED = 300

/** The same small call at its owner and by another cell, each on a connection of its own. */
async function hop([person]: readonly Person[]): Promise<Row> {
  const { base, token, cookie } = person as Person
  const other = `${CELL_COOKIE}=${CELL_IDS[1]}`
  const [direct, hopped]: [number[], number[]] = [[], []]
  const ways = await Promise.all([connection(base, token, cookie), connection(base, token, other)])
  for (let n = 0; n < ASKED; n++)
    for (const [at, took] of [direct, hopped].entries()) took.push(await ways[at]!('GET /api/boards'))
  return figureAlone('a hop adds, at the median', median(hopped) - median(direct), 'at most 1 ms')
}

type Connection = (what: string, body?: string) => Promise<number>

/** Calls one after another on a line that stays open; each answers in how many milliseconds. */
async function connection(base: string, token: string, cookie: string): Promise<Connection> {
  const url = new URL(base)
  let text = ''
  let answered = () => {}
  const socket = await Bun.connect({
    hostname: url.hostname,
    port: Number(url.port),
    socket: {
      data(_, bytes) {
        text += bytes.toString('latin1')
        const head = text.indexOf('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
        const isWhole = text.length >= head + 4 + length || text.endsWith('0\r\n\r\n')
        if (head < 0 || !isWhole) return
        if (!text.startsWith('HTTP/1.1 200')) throw new Error(text)
        text = ''
        answered()
      },
    },
  })
  return (what, body = '') => {
    const began = performance.now()
    const { promise, resolve } = Promise.withResolvers<number>()
    answered = () => resolve(performance.now() - began)
    const about = `Host: ${url.host}\r\nAuthorization: Bearer ${token}\r\nCookie: ${cookie}\r\nAccept-Encoding: identity`
    const length = body && `\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    socket.write(`${what} HTTP/1.1\r\n${about}${length}\r\n\r\n${body}`)
    return promise
  }
}

const MOVES = 9

/** From the command to its end; the file itself stays where it lies, however large it is. */
async function move(folder: string): Promise<Row> {
  const took: number[] = []
  for (let n = 0; n < MOVES; n++) {
    const began = performance.now()
    await placeAccount(folder, CELL_ACCOUNTS[0], CELL_IDS[(n + 1) % 2] as string)
    took.push(performance.now() - began)
  }
  return figureAlone('a move of an account, as a command', median(took), 'at most 2000 ms')
}
