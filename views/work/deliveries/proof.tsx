import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { fileRules, missing } from '#views/ui/field-rules.ts'
import { Form } from '#views/ui/form.tsx'
import { FileInput, TextInput } from '#views/ui/inputs.tsx'
import { intoDialog } from '#views/ui/links.ts'
import { canWait, canWaitApart, WaitsHere } from '#views/ui/outbox.tsx'
import { DescriptionList } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'
import type { DeliveryDetail } from './types.ts'

export type ProofPhoto = { id: string; filename: string; thumbnail: boolean; created: string }

type ProofProps = { delivery: DeliveryDetail; zone: string }

/** Who takes the goods signs here, on whatever is at hand: a name, a drawn signature, and what is not in order. */
export function ProofForm({ delivery }: { delivery: DeliveryDetail }) {
  const { id, version, items } = delivery
  const jobs = new Map(items.map(({ job }) => [job.id, { id: job.id, name: job.reference }]))
  return (
    <Form
      url={`/deliveries/${id}/deliver`}
      {...intoDialog}
      {...canWait(`Hand over ${delivery.number}`, id, { of: [...jobs.values()] })}
      className="proof"
    >
      <WaitsHere group={id} />
      <VersionInput value={version} />
      <TextInput
        label="Received by"
        id="proof-name"
        name="name"
        maxlength={120}
        autoCapitalize="words"
        autoComplete="off"
        required
        data-missing={missing.receiver}
      />
      <div className="signature" data-signature="">
        <p id="signature-label">Signature</p>
        <canvas aria-labelledby="signature-label" />
        <input type="hidden" name="signature" />
        <Button small icon="undo" data-signature-clear="" hidden>
          Clear
        </Button>
      </div>
      <details>
        <summary>Something is short or damaged</summary>
        {items.map(({ id, description }) => (
          <div key={id} className="field">
            <label htmlFor={`remark-${id}`}>{description}</label>
            <input type="hidden" name="lineid" value={id} />
            <input id={`remark-${id}`} type="text" name="remark" maxLength={200} autoComplete="off" />
          </div>
        ))}
      </details>
      <Button type="submit" look="primary" icon="check">
        Delivered
      </Button>
      <p className="hint">The time is taken when you press it. Photos can be added before and after.</p>
    </Form>
  )
}

export function ProofFacts({ delivery, zone }: ProofProps) {
  const { id, receivedby, delivered, provenby, signed, items } = delivery
  const remarks = items.filter(({ remark }) => remark)
  return (
    <div className="deliverydetails">
      <DescriptionList
        facts={[
          { label: 'Received by', value: receivedby },
          ...(delivered ? [{ label: 'When', value: <DateTime iso={delivered} zone={zone} /> }] : []),
          { label: 'Written down by', value: provenby },
          ...(signed ? [] : [{ label: 'Signature', value: 'None' }]),
          ...remarks.map(({ description, remark }) => ({ label: description, value: remark })),
        ]}
      />
      {signed && (
        <img
          className="signed"
          src={`/deliveries/${id}/signature`}
          alt={`Signature of ${receivedby}`}
          width={320}
        />
      )}
    </div>
  )
}

type PhotosProps = {
  delivery: DeliveryDetail
  photos: readonly ProofPhoto[]
  maxuploadmb: number
  canwrite: boolean
  zone: string
}

export function Photos({ delivery, photos, maxuploadmb, canwrite, zone }: PhotosProps) {
  return (
    <>
      {canwrite && (
        <Form
          url={`/deliveries/${delivery.id}/photo`}
          hx-encoding="multipart/form-data"
          hx-trigger="change"
          {...intoDialog}
          {...canWaitApart(`Photo of ${delivery.number}`, delivery.id)}
        >
          <input type="hidden" name="filename" value={`Delivery ${delivery.number}`} />
          <FileInput
            label="Take a photo"
            id="proof-photo"
            name="file"
            accept="image/*"
            capture="environment"
            {...fileRules(maxuploadmb)}
          />
        </Form>
      )}
      {photos.length === 0 && <EmptyState icon="image" text="There is no photo yet." />}
      <ul className="photos">
        {photos.map(({ id, filename, thumbnail, created }) => (
          <li key={id}>
            <a href={`/api/documents/download/${id}`} target="_blank" rel="noreferrer">
              {thumbnail ? (
                <img src={`/api/documents/thumb/${id}`} alt={filename} loading="lazy" />
              ) : (
                filename
              )}
              <small>
                <DateTime iso={created} zone={zone} />
              </small>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
