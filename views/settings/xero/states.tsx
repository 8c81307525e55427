import { formatRand } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { Chip } from '#views/ui/small.tsx'
import { OpenMapping } from './lost-names.tsx'

type EntryState = 'waiting' | 'sent' | 'refused' | 'diverged' | 'withdrawn'

export type ShownXeroEntry = {
  id: string
  kind: string
  state: EntryState
  xeronumber: string
  sentcents: number
  code: string
  reason: string
  changedutc: string
  /** It stands in an organisation that is not chosen: nothing can be done about it now. */
  elsewhere?: boolean
  /** Whoever reads may change the mapping. */
  canmap?: boolean
}

export const xeroStateWords: Record<EntryState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  refused: 'Refused',
  diverged: 'Differs there',
  withdrawn: 'Taken back',
}

export const xeroKindWords: Record<string, string> = {
  invoice: 'Invoice',
  creditnote: 'Credit note',
  bill: 'Supplier invoice',
  billcredit: 'Supplier credit',
  payment: 'Payment',
  allocation: 'Credit put to the invoice',
  billpayment: 'Payment to the supplier',
  billallocation: 'Credit put to the bill',
}

const levels = {
  waiting: 'info',
  sent: 'success',
  refused: 'error',
  diverged: 'warning',
  withdrawn: undefined,
} as const

export function XeroStateChip({ state }: { state: EntryState }) {
  const level = levels[state]
  return (
    <Chip level={level} icon={level}>
      {xeroStateWords[state]}
    </Chip>
  )
}

type MendProps = Pick<ShownXeroEntry, 'id' | 'state' | 'code' | 'canmap'>

/** What helps: saying who a contact is, or asking again once it is mended. */
export function MendXeroEntry({ id, state, code, canmap }: MendProps) {
  if (state !== 'refused') return null
  if (code === 'namesake')
    return (
      <LinkButton small look="primary" {...dialogLink(`/xero/contacts/${id}`)}>
        Who is it?
      </LinkButton>
    )
  return (
    <>
      {code === 'mapping' && canmap && <OpenMapping look="primary" small />}
      <SendAgain id={id}>{code === 'void' ? 'Void again' : undefined}</SendAgain>
    </>
  )
}

export const SendAgain = ({ id, children = 'Send again' }: { id: string; children?: string }) => (
  <Button small hx-post={`/xero/documents/${id}/send`} hx-swap="none">
    {children}
  </Button>
)

type XeroStatesProps = { entries: readonly ShownXeroEntry[]; canmend: boolean }

/** Beside a document: what of it is in Xero, and why what is not. */
export function XeroStates({ entries, canmend }: XeroStatesProps) {
  if (entries.length === 0) return null
  return (
    <ul className="xerostates">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span>{xeroKindWords[entry.kind] ?? entry.kind}</span> <XeroStateChip state={entry.state} />{' '}
          {entry.state === 'sent' && (
            <span>
              {entry.xeronumber ? `as ${entry.xeronumber}` : formatRand(entry.sentcents)},{' '}
              <DateTime iso={entry.changedutc} />
            </span>
          )}
          {entry.reason && <span className="hint">{entry.reason}</span>}{' '}
          {canmend && !entry.elsewhere && <MendXeroEntry {...entry} />}
        </li>
      ))}
    </ul>
  )
}
