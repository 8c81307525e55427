import { readFileSync } from 'node:fs'
import { removeTemporaryFolders } from '#tests/tasks/support.ts'
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
import { median } from './load.ts'
import { type Row, row } from './table.ts'

/** Of each side, since what an answer costs falls for long: the slower of two that warm up by the clock would look dearer. */
const WARM_UP_ANSWERS = 20_000
/**
 * Percent of its core below which others held one process up: then neither rates nor what an answer costs say
 * anything of a core that is outgrown: on a machine that others filled the comparison came out at 2.5 to 18. */
const FILLED = 80
const ROUNDS = 7

/**
 * What a second core brings to whoever has outgrown one. One process is held on one core with all its threads, since
 * left to itself it takes 1.2 of two; its clients and HAProxy have the other core. Two cells are held on a core each, the
 * platform on either, and clients and HAProxy find room on the same two: what they take there is taken from the cells.
 * So the rates are what this machine gives, and answers for each second of a processor that the program itself
 * used, twice those of one cell, are what two cores would give if clients and HAProxy were elsewhere.
 */
export async function benchCellsByCores(): Promise<Row[]> {
  const one = { clients: 1, served: await serveBehindHaproxy([[]], { programs: [0], front: 1 }) }
  const two = {
    clients: undefined,
    served: await serveBehindHaproxy(TWO_CELLS, { programs: [undefined, 0, 1] }),
  }
  try {
    for (const [at, account] of CELL_ACCOUNTS.entries())
      await placeAccount(two.served.folder, account, CELL_IDS[at] as string)
    const alone = { ...one, people: await openAccounts(one.served.base) }
    const shared = { ...two, people: await openAccounts(two.served.base) }
    return [
      ...(await compare('pages', shared, alone, readPages)),
      ...(await compare('moves', shared, alone, moveJobs)),
      ...(await compare('moves and pages', shared, alone, moveAndRead)),
    ]
  } finally {
    await Promise.all([one.served.stop(), two.served.stop()])
    removeTemporaryFolders()
  }
}

type Side = {
  served: { front: number; programs: number[] }
  people: readonly Person[]
  /** The core of the clients. */
  clients: number | undefined
}

/** `percore`: answers for each second of a processor that the program used; `outside`: what clients and HAProxy took of two cores, in percent; `own`: what the program took of one core; `heldup`: how long it had work and others had its core, in percent. */
type Measured = {
  answers: number
  rate: number
  percore: number
  outside: number
  own: number
  heldup: number
}

async function measure({ served, people, clients }: Side, work: Work): Promise<Measured> {
  const began = performance.now()
  const [program, front] = [processorMs(served.programs), processorMs([served.front])]
  const queued = queuedMs(served.programs[0] as number)
  const { answers, rate, clientms } = await askTogether(work, people, clients)
  const outside = processorMs([served.front]) - front + clientms
  const used = processorMs(served.programs) - program
  const took = performance.now() - began
  return {
    ...{ answers, rate, percore: (1000 * answers) / used },
    ...{ outside: (100 * outside) / (2 * took), own: (100 * used) / took },
    heldup: (100 * (queuedMs(served.programs[0] as number) - queued)) / took,
  }
}

const NANOSECONDS = 1e6

/** How long its main thread could have run by now, and another ran on its core. */
const queuedMs = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / NANOSECONDS

async function compare(what: string, two: Side, one: Side, work: Work): Promise<Row[]> {
  for (const side of [one, two])
    for (let done = 0; done < WARM_UP_ANSWERS; ) done += (await measure(side, work)).answers
  const [ours, reference]: [Measured[], Measured[]] = [[], []]
  for (let n = 0; n < ROUNDS; n++) {
    ours.push(await measure(two, work))
    reference.push(await measure(one, work))
  }
  const middle = (of: keyof Measured) => ({
    ours: median(ours.map((one) => one[of])),
    reference: median(reference.map((one) => one[of])),
  })
  const [percore, own] = [middle('percore'), middle('own').reference]
  const ratios = [
    row({
      what: `${what}: two cells on a core each, beside one process on one core`,
      ...middle('rate'),
      ...{ unit: '/s', reach: 'at least 1.7' },
    }),
    row({
      what: `${what}: what two cores of the cells alone would answer, beside one core of the process`,
      ...{ ours: 2 * percore.ours, reference: percore.reference },
      ...{ unit: '/s', reach: 'at least 1.7' },
    }),
  ]
  return [
    ...(own >= FILLED ? ratios : []),
    {
      what: `${what}: of its core, the one process took (below ${FILLED} nothing is compared)`,
      ...{ ours: own, reference: Number.NaN, ratio: Number.NaN, unit: '%', reach: `at least ${FILLED}` },
    },
    {
      what: `${what}: of its core, others took while the one process had work`,
      ...{ ours: middle('heldup').reference, reference: Number.NaN, ratio: Number.NaN, unit: '%' },
      reach: 'at most 100, no aim',
    },
    {
      what: `${what}: of two cores, clients and HAProxy took`,
      ...middle('outside'),
      ...{ unit: '%', ratio: Number.NaN, reach: 'at most 100, no aim' },
    },
  ]
}
