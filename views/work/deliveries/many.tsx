import { Button } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { Progress } from '#views/ui/small.tsx'
import type { ManyDeliveries } from './types.ts'

type Status = ManyDeliveries['status']

const count = (n: number) => `${n} delivery note${n === 1 ? '' : 's'}`

const words: Record<Status, { title: string; done: string }> = {
  issued: { title: 'Issue', done: 'issued' },
  delivered: { title: 'Hand over', done: 'delivered' },
}

/** Asks before anything leaves, since nothing of it is taken back. */
export function ManyDialog({ status, ids }: { status: Status; ids: readonly string[] }) {
  const title = `${words[status].title} ${count(ids.length)}`
  return (
    <Dialog title={title} url="/deliveries/many" size="small" submit={title}>
      <input type="hidden" name="ids" value={ids.join(',')} />
      <input type="hidden" name="status" value={status} />
      {status === 'delivered' ? (
        <TextInput
          label="Received by"
          name="name"
          maxlength={120}
          autoComplete="off"
          required
          hint="One name for all of them. A note that is signed for is handed over by itself."
        />
      ) : (
        <p>Each gets its number and is locked. What cannot be issued stays a draft, and says why.</p>
      )}
    </Dialog>
  )
}

export const ManyAnswer = ({ run }: { run: ManyDeliveries }) => (
  <Dialog title={`${words[run.status].title} ${count(run.rows.length)}`}>
    <ManyProgress run={run} />
  </Dialog>
)

/** Asks for itself until all is done. */
export function ManyProgress({ run }: { run: ManyDeliveries }) {
  const { id, status, rows, running, stopped } = run
  const inState = (state: string) => rows.filter((row) => row.state === state)
  const [done, refused, waiting] = [inState('done'), inState('refused'), inState('waiting')]
  const asks = running && {
    'hx-get': `/deliveries/many/${id}/progress`,
    'hx-trigger': 'load delay:400ms',
    'hx-swap': 'outerHTML',
  }
  return (
    <div className="many" role="status" {...asks}>
      <Progress
        label={`${count(done.length)} ${words[status].done}${refused.length > 0 ? `, ${refused.length} refused` : ''}`}
        done={rows.length - waiting.length}
        total={rows.length}
      />
      {running && (
        <>
          <p className="hint">You may close this: it goes on.</p>
          <Button
            disabled={stopped}
            hx-post={`/deliveries/many/${id}/stop`}
            hx-target="closest .many"
            hx-swap="outerHTML"
          >
            {stopped ? 'Stopping…' : 'Stop'}
          </Button>
        </>
      )}
      {!running && stopped && waiting.length > 0 && (
        <p>It was stopped: {count(waiting.length)} stayed as they were.</p>
      )}
      {!running && <Outcomes rows={[...refused, ...done.filter(({ message }) => message)]} />}
    </div>
  )
}

const Outcomes = ({ rows }: { rows: ManyDeliveries['rows'] }) =>
  rows.length > 0 && (
    <ul className="refusals">
      {rows.map(({ id, name, message }) => (
        <li key={id}>
          <a {...dialogLink(`/deliveries/${id}`)}>{name}</a> {message}
        </li>
      ))}
    </ul>
  )
