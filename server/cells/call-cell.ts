import { Problem } from '#server/errors.ts'
import type { NotificationLevel } from '#server/notifications/notify.ts'
import type { Services } from '#server/services.ts'
import { type Cell, findPlaced } from './cell.ts'
import { addressOfCell, NOT_OURS, portIn, STRANGER_HEADER } from './forward-request.ts'
import type { CellLoad } from './measure-load.ts'

/** To the people of an account who hold a claim. */
export type HolderNotice = {
  claim: string
  by: { userid: string | null; name: string }
  type: NotificationLevel
  message: string
  code: string
  open: string
}

/** What one process may ask another to do. */
export type CellCalls = {
  /** Of the cell that serves it, while a move is under way. */
  release: { accountid: string }
  /** Of the cell that serves it from now on. */
  arrived: { accountid: string }
  /** Of the platform, which begins none after this instant: whoever asked has gone by then. */
  move: { accountid: string; to: string; beginbyms: number }
  people: Record<never, never>
  tell: { accountid: string; told: HolderNotice }
  publish: { accountid: string; event: string; args: readonly unknown[] }
  endsession: { sessionid: string }
  endaccount: { accountid: string }
  load: Record<never, never>
}

/** What is answered to it, where that is more than that it was done. */
type Answers = { load: CellLoad }

export const CALL_PATH = '/internal/ask'
/** Says, signed, what is asked, so that nothing of a stranger's body is read. */
export const CALL_HEADER = 'x-joblane-ask'
export const CALL_PATIENCE_MS = 8_000
/** Who moves an account waits until that begins, and then for two others in turn. */
const MOVE_PATIENCE_MS = 3 * CALL_PATIENCE_MS

export type SignedCall = { task: keyof CellCalls; digest: string }

export const bodyDigest = (body: string) => new Bun.CryptoHasher('sha256').update(body).digest('hex')

/** @throws Problem 503 where it does not answer, or what it refused with */
export async function callCell<K extends keyof CellCalls>(
  services: Pick<Services, 'platform'> & { cell: Pick<Cell, 'signer'> | null },
  cell: string,
  task: K,
  value: CellCalls[K],
): Promise<K extends keyof Answers ? Answers[K] : unknown> {
  const address = addressOfCell(services, cell)
  const body = JSON.stringify(value)
  const about: SignedCall = { task, digest: bodyDigest(body) }
  const answer = await fetch(`http://${address}${CALL_PATH}`, {
    method: 'POST',
    headers: { [CALL_HEADER]: services.cell?.signer.sign('ask', portIn(address), about) ?? '' },
    body,
    signal: AbortSignal.timeout(task === 'move' ? MOVE_PATIENCE_MS : CALL_PATIENCE_MS),
  }).catch(() => null)
  if (!answer) throw new Problem(503, `${cell} does not answer.`, { code: 'celldown', retryafter: 2 })
  if (answer.ok) return await answer.json()
  if (answer.headers.has(STRANGER_HEADER)) throw new Problem(503, `${cell} ${NOT_OURS}`)
  const { message } = (await answer.json()) as { message: string }
  throw new Problem(answer.status === 409 ? 409 : 503, message)
}

export const callOwner = <K extends keyof CellCalls>(
  services: Services,
  accountid: string,
  task: K,
  value: CellCalls[K],
) => callCell(services, findPlaced(services.platform, accountid).cell, task, value)
