import { type FormEvent, useId, useState } from 'react'
import type { LaneName } from '#islands/board/props.ts'
import { call } from '#islands/lib/call.ts'
import { showError } from '#islands/lib/snackbar.ts'
import { Button } from '#views/ui/button.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { Select } from '#views/ui/select.tsx'

type NextIterationProps = { jobid: string; isFirst: boolean; lanes: readonly LaneName[]; onMade: () => void }

/** Rework, with its reason; of a job that has no steps the first. */
export function NextIteration({ jobid, isFirst, lanes, onMade }: NextIterationProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()

  async function make(query: string, reason?: string): Promise<void> {
    try {
      await call('POST', `/api/steps/job/iteration/${jobid}${query}`, reason ? { reason } : {})
      setOpen(false)
      onMade()
    } catch (error) {
      showError(error)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const lane = String(values.get('lane'))
    void make(lane && `?lane=${lane}`, String(values.get('reason')).trim())
  }

  if (isFirst || !isOpen)
    return (
      <Button
        className="nextiteration"
        look={isFirst ? undefined : 'quiet'}
        small={!isFirst}
        icon="refresh-cw"
        onClick={() => (isFirst ? void make('') : setOpen(true))}
      >
        {isFirst ? 'Add the steps of its categories' : 'Do the steps again'}
      </Button>
    )
  return (
    <form className="askstep nextiteration" data-guard="" onSubmit={submit}>
      <TextInput
        id={`${id}reason`}
        name="reason"
        label="Why is the work done once more?"
        required
        maxlength={500}
        autoFocus
      />
      <Select
        id={`${id}lane`}
        name="lane"
        label="Steps of"
        placeholder="All lanes"
        options={lanes.map(({ status, label }) => ({ value: String(status), label }))}
      />
      <div className="buttons">
        <Button small onClick={() => setOpen(false)}>
          Cancel
        </Button>
        <Button small type="submit" look="primary">
          Add the steps
        </Button>
      </div>
    </form>
  )
}
