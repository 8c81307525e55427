import type { Attachment } from '#server/domains/work/attachments/present.ts'
import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { fileRules } from '#views/ui/field-rules.ts'
import { Form } from '#views/ui/form.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { TextArea } from '#views/ui/inputs.tsx'
import { canWaitApart, ofJob, WaitsHere } from '#views/ui/outbox.tsx'
import { truncate } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'

export type JobAdditions = {
  /** Of the dialog that they stand in. */
  url: string
  jobid: string
  reference: string
  /** What a photo that is taken here is of. */
  photoof: string
  photoname?: string
  notes: readonly { id: string; name: string; message: string; date: string }[]
  files: readonly Attachment[]
  filestotal: number
  zone: string
  canwrite: boolean
  maxuploadmb: number
}

export function WorkNotes({
  url,
  jobid,
  reference,
  notes,
  zone,
  canwrite,
}: Omit<JobAdditions, 'files' | 'filestotal' | 'photoof' | 'photoname' | 'maxuploadmb'>) {
  if (notes.length === 0 && !canwrite) return null
  return (
    <Panel title="Notes">
      <WaitsHere group={jobid} />
      {canwrite && (
        <details>
          <summary>Write a note</summary>
          <Form
            url={`/mywork/jobs/${jobid}/note`}
            className="noteform"
            data-empties=""
            {...canWaitApart(`Note on ${reference}`, jobid)}
          >
            <TextArea
              label="New note"
              hidelabel
              id="step-note"
              name="message"
              rows={2}
              maxlength={10_000}
              required
            />
            <Button type="submit">Add note</Button>
          </Form>
        </details>
      )}
      <div id="stepnotes" data-refresh="notes" data-url={url} data-noguard="">
        {notes.map((note) => (
          <p key={note.id} className="note">
            <strong>{note.name}</strong> <DateTime iso={note.date} zone={zone} relative />
            <br />
            {note.message}
          </p>
        ))}
      </div>
    </Panel>
  )
}

/** `of`: a job or a step. `name`: of the file. */
type PhotoFormProps = {
  id: string
  job: { id: string; reference: string }
  of: string
  name?: string
  label: string
  maxuploadmb: number
}

/** Chosen is sent. */
export function PhotoForm({ id, job, of, name = `Photo ${of}`, label, maxuploadmb }: PhotoFormProps) {
  return (
    <Form
      url={`/mywork/jobs/${job.id}/photo`}
      className="photoform"
      guarded={false}
      hx-encoding="multipart/form-data"
      hx-trigger="change"
      hx-sync="this:queue all"
      {...canWaitApart(`Photo of ${of}`, job.id, ofJob(job.id, job.reference))}
    >
      <input type="hidden" name="filename" value={name} />
      <label className="button filebutton">
        <Icon name="camera" />
        <span>{label}</span>
        <input
          className="unseen"
          type="file"
          id={id}
          name="file"
          accept="image/*"
          capture="environment"
          {...fileRules(maxuploadmb)}
        />
      </label>
      <span className="sending" role="status">
        Sending the photo…
      </span>
    </Form>
  )
}

export function WorkPhotos({
  url,
  jobid,
  reference,
  photoof,
  photoname,
  files,
  filestotal,
  maxuploadmb,
}: Omit<JobAdditions, 'notes' | 'zone' | 'canwrite'>) {
  return (
    <Panel title="Photos and files">
      <PhotoForm
        id="step-photo"
        job={{ id: jobid, reference }}
        of={photoof}
        name={photoname}
        label={filestotal > 0 ? 'Take another photo' : 'Take a photo'}
        maxuploadmb={maxuploadmb}
      />
      <div id="stepfiles" data-refresh="documents" data-url={url} data-noguard="">
        <ul className="stepfiles">
          {files.map(({ id, filename, thumbnail }) => (
            <li key={id}>
              <a href={`/api/documents/download/${id}`} target="_blank" rel="noreferrer">
                {thumbnail && (
                  <img src={`/api/documents/thumb/${id}`} alt="" loading="lazy" width={64} height={64} />
                )}
                {truncate(filename, 40)}
              </a>
            </li>
          ))}
        </ul>
        {filestotal > files.length && (
          <p className="hint">{filestotal - files.length} more files are on the job.</p>
        )}
      </div>
    </Panel>
  )
}
