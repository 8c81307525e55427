import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Banner, Progress } from '#views/ui/small.tsx'
import type { BatchView } from './types.ts'

type Props = { batch: BatchView; zone: string; canwrite: boolean; canissue: boolean }

const counted = (n: number, noun: string) => `${n.toLocaleString('en-ZA')} ${noun}${n === 1 ? '' : 's'}`

/** How far a batch is, what of it is done, and what was refused for which reason. */
export function BatchPage({ batch, zone, canwrite, canissue }: Props) {
  const { id, kind, rows, running, undone, over, createdutc } = batch
  const url = `/billing/batches/${id}`
  const done = rows.filter(({ state }) => state === 'done')
  const mayResume = kind === 'draft' ? canwrite : canissue
  return (
    <>
      <PageTitle
        title={kind === 'draft' ? 'Prepare drafts' : 'Issue invoices'}
        subtitle={undone ? 'These drafts were taken back.' : undefined}
        actions={
          <>
            {kind === 'draft' && canwrite && !undone && done.length > 0 && (
              <Button
                hx-post={`${url}/undo`}
                hx-swap="none"
                {...confirmFirst({
                  question: `Delete ${done.length === 1 ? 'the draft' : `the ${done.length} drafts`}? Those that were changed since stay.`,
                  yes: 'Delete',
                  danger: true,
                })}
              >
                Take back
              </Button>
            )}
            <LinkButton
              look={kind === 'draft' && !undone ? 'primary' : 'plain'}
              href={kind === 'draft' ? (undone ? '/billing' : '/billing/drafts') : '/invoices'}
            >
              {kind === 'draft' ? (undone ? 'To invoice' : 'All drafts') : 'All invoices'}
            </LinkButton>
          </>
        }
      />
      <Panel>
        <p className="hint">
          Started <DateTime iso={createdutc} zone={zone} />
        </p>
        {running ? (
          <BatchProgress batch={batch} />
        ) : (
          <>
            <Progress label={labelOf(batch)} done={over} total={rows.length} />
            {over < rows.length && (
              <Banner
                level="warning"
                actions={
                  mayResume && (
                    <Button small hx-post={`${url}/resume`} hx-swap="none">
                      Go on
                    </Button>
                  )
                }
              >
                This stopped when the program ended. What is done is whole,{' '}
                {counted(rows.length - over, 'job')} {rows.length - over === 1 ? 'is' : 'are'} still to come.
              </Banner>
            )}
          </>
        )}
      </Panel>
      <Outcome batch={batch} />
    </>
  )
}

function labelOf({ kind, undone, rows }: BatchView) {
  const count = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length
  const done = undone
    ? `${counted(count('undone'), 'draft')} taken back`
    : kind === 'draft'
      ? `${counted(count('done'), 'draft')} prepared`
      : `${counted(count('done'), 'invoice')} issued`
  const refused = count('refused', 'kept')
  return refused > 0 ? `${done}, ${refused} refused` : done
}

/** Asks for itself until all is done, and then for the page. */
export const BatchProgress = ({ batch }: { batch: BatchView }) => (
  <div
    id="batchprogress"
    role="status"
    hx-get={`/billing/batches/${batch.id}/progress`}
    hx-trigger="load delay:400ms"
    hx-swap="outerHTML"
  >
    <Progress label={labelOf(batch)} done={batch.over} total={batch.rows.length} />
    <p className="hint">You may leave this page: it goes on, and is found on Billing.</p>
  </div>
)

function Outcome({ batch: { rows, kind } }: { batch: BatchView }) {
  const refused = rows.filter(({ state }) => state === 'refused' || state === 'kept')
  const done = rows.filter(({ state }) => state === 'done')
  return (
    <>
      {refused.length > 0 && (
        <Panel title={`${refused.length} ${kind === 'draft' ? 'stay as they are' : 'not issued'}`}>
          <ul className="refusals">
            {refused.map(({ position, name, message }) => (
              <li key={position}>
                <strong>{name || 'A job'}</strong> {message}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {done.length > 0 && (
        <Panel title={counted(done.length, kind === 'draft' ? 'draft' : 'invoice')}>
          <ul className="refusals">
            {done.map(({ position, name, invoiceid, number, message }) => (
              <li key={position}>
                <a {...dialogLink(`/invoices/${invoiceid}`)}>{number ?? `Draft of ${name}`}</a>{' '}
                {number && `for ${name}`}
                {message !== number && message && ` – ${message}`}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}
