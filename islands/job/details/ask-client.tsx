import { type FormEvent, useRef, useState } from 'react'
import { sendJobChange } from '#islands/job/api-calls.ts'
import { searchClients } from '#islands/lib/lookups.ts'
import { Modal } from '#islands/lib/modal.tsx'
import { IslandPicker } from '#islands/lib/picker.tsx'
import { jobFields } from '#server/domains/work/jobs/fields.ts'
import type { JobDetail, ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'

type AskClientProps = {
  job: JobDetail
  onSaved: (job: JobDetail) => void
  onDone: () => void
}

/** An invoice is somebody's: asked where it is made, not refused. */
export const AskClient = ({ cansee, ...asked }: AskClientProps & { cansee: boolean }) =>
  cansee ? <ChooseClient {...asked} /> : <ClientMissing {...asked} />

const ClientMissing = ({ job, onDone }: AskClientProps) => (
  <Modal size="small" labelledby="whose-title" onClosed={onDone}>
    <div className="sheet">
      <div className="head">
        <h2 id="whose-title">{job.reference} has no client yet</h2>
      </div>
      <div className="body">
        <p>
          An invoice is made out to a client, and your rights do not let you see clients. Nothing was changed.
        </p>
        <p>
          Ask somebody who sees them, such as your administrator, to choose the client of {job.reference}.
          Then you can invoice it.
        </p>
      </div>
      <div className="foot">
        <Button look="primary" data-close="">
          Close
        </Button>
      </div>
    </div>
  </Modal>
)

function ChooseClient({ job, onSaved, onDone }: AskClientProps) {
  const [client, setClient] = useState<ReferencedRecord | null>(null)
  const [problem, setProblem] = useState('')
  const [saving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (saving) return
    if (!client) return setProblem('Choose who the invoice is for.')
    setSaving(true)
    const result = await sendJobChange(job.id, job.version, { client: client.id })
    setSaving(false)
    if (result.kind !== 'done') return setProblem('message' in result ? result.message : 'Not saved yet.')
    form.current?.closest('dialog')?.close()
    onSaved(result.job)
  }

  return (
    <Modal size="small" labelledby="whose-title" onClosed={onDone}>
      <form ref={form} className="sheet" noValidate aria-busy={saving} onSubmit={(event) => void save(event)}>
        <div className="head">
          <h2 id="whose-title">Who is {job.reference} for?</h2>
        </div>
        <div className="body">
          <IslandPicker
            name="client"
            label={jobFields.client.label}
            hint="The invoice is made out to this client."
            value={client}
            search={searchClients}
            delay={500}
            placeholder="Type to find a client"
            required
            error={problem || undefined}
            onPick={(picked) => setClient(picked && { id: picked.id, name: picked.name })}
          />
        </div>
        <div className="foot">
          <Button data-close="">Cancel</Button>
          <Button type="submit" look="primary" icon="receipt" aria-busy={saving}>
            Invoice this client
          </Button>
        </div>
      </form>
    </Modal>
  )
}
