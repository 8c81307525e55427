import { Button } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { DateInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { type BulkKind, bulkKinds, countJobs } from './bulk-kinds.ts'

type BulkDialogProps = { change: BulkKind; ids: readonly string[]; options: readonly Option[] }

export function BulkDialog({ change, ids, options }: BulkDialogProps) {
  const { title, label } = bulkKinds[change]
  return (
    <Dialog
      title={`${title} ${countJobs(ids.length)}`}
      url="/bulkchanges"
      size="small"
      submit={submitWords(change, ids)}
    >
      <input type="hidden" name="ids" value={ids.join(',')} />
      {change === 'archived' ? (
        <>
          <input type="hidden" name="archived" value="true" />
          <p>They leave the board for its history. You can take this back.</p>
        </>
      ) : change === 'finish' ? (
        <DateInput name="finish" label={label} hint="Empty: they are due on no day." />
      ) : (
        <Select
          name={change}
          label={label}
          options={options}
          placeholder={change === 'assignee' ? 'Nobody' : 'Choose'}
          required={change !== 'assignee'}
        />
      )}
    </Dialog>
  )
}

const submitWords = (change: BulkKind, ids: readonly string[]) =>
  change === 'archived' || change === 'lane' || change === 'assignee'
    ? `${bulkKinds[change].button} ${countJobs(ids.length)}`
    : `Change ${countJobs(ids.length)}`

export type RefusedJob = { id: string; reference: string; message: string }

type BulkRefusalsProps = { done: number; refused: readonly RefusedJob[]; lane?: number }

/** Which jobs stay as they are, and why; a move may be made over warnings. */
export function BulkRefusals({ done, refused, lane }: BulkRefusalsProps) {
  return (
    <Dialog
      title={`${countJobs(done)} changed, ${refused.length} not`}
      main={
        lane !== undefined && (
          <form hx-post="/bulkchanges" hx-target="#dialog" hx-swap="innerMorph">
            <input type="hidden" name="ids" value={refused.map(({ id }) => id).join(',')} />
            <input type="hidden" name="lane" value={lane} />
            <input type="hidden" name="confirmed" value="true" />
            <Button type="submit">Move all the same</Button>
          </form>
        )
      }
    >
      <ul className="refusals">
        {refused.map(({ id, reference, message }) => (
          <li key={id}>
            <strong>{reference || 'A job'}</strong> {message}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
