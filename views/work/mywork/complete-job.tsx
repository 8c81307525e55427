import { Dialog } from '#views/ui/dialog.tsx'

type CompleteJobProps = {
  jobid: string
  reference: string
  /** The lane in which jobs are complete, and what it is called. */
  lane: number
  lanename: string
  warnings: readonly { code: string; message: string }[]
}

/** It says what is open, so that the answer is the confirmation. */
export const CompleteJob = ({ jobid, reference, lane, lanename, warnings }: CompleteJobProps) => (
  <Dialog title={`Complete ${reference}?`} url="/bulkchanges" size="small" submit="Complete">
    <input type="hidden" name="ids" value={jobid} />
    <input type="hidden" name="lane" value={lane} />
    <input type="hidden" name="confirmed" value="true" />
    {warnings.length > 0 && (
      <ul className="warninglist">
        {warnings.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    )}
    <p>It moves to the lane {lanename} and leaves your work. Under Completed today it can still be opened.</p>
  </Dialog>
)
