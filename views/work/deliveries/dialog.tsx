import { LinkButton } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { DeleteDraft, SaveDraft } from '#views/ui/draft-actions.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { type Option, Select } from '#views/ui/select.tsx'
import type { Tab } from '#views/ui/tabs.tsx'
import { ReturnForm, SoldForm } from './after-issue.tsx'
import { DraftLines } from './draft-lines.tsx'
import { IssuedDetails } from './issued.tsx'
import { Photos, ProofFacts, ProofForm, type ProofPhoto } from './proof.tsx'
import type { DeliveryDetail, NoteInvoice } from './types.ts'

type DeliveryDialogProps = {
  delivery: DeliveryDetail
  organisations: readonly Option[]
  /** Where goods on consignment may lie at this client's. */
  clientplaces: readonly Option[]
  places: readonly Option[]
  /** What a draft would be called, by the organisation that issues it. */
  numbers: Readonly<Record<string, string>>
  photos: readonly ProofPhoto[]
  maxuploadmb: number
  history: readonly HistoryLine[]
  zone: string
  segment: string
  canwrite: boolean
  canconsume: boolean
  /** May make count sheets. */
  cancount: boolean
  /** Of its jobs, for whoever sees invoices. */
  invoices: readonly NoteInvoice[]
  cancredit: boolean
  tab?: string
}

export function DeliveryDialog(props: DeliveryDialogProps) {
  return props.delivery.state === 'draft' ? <DraftDialog {...props} /> : <IssuedDialog {...props} />
}

function DraftDialog(props: DeliveryDialogProps) {
  const { delivery, canwrite, numbers } = props
  const url = `/deliveries/${delivery.id}`
  const issues = `Issue ${numbers[delivery.organisation.id] ?? 'delivery note'}`
  return (
    <Dialog
      title="Draft delivery note"
      subtitle={about(delivery)}
      size="large"
      url={canwrite ? `${url}/issue` : undefined}
      version={delivery.version}
      submit={issues}
      cancel="Close"
      confirm={{ question: 'Issue this delivery note? It is locked for good then.', yes: issues }}
      actions={
        <>
          <Pdf id={delivery.id} />
          {canwrite && (
            <>
              <DeleteDraft url={url} />
              <SaveDraft url={url} />
            </>
          )}
        </>
      }
      tabs={[{ id: 'details', label: 'Details', panel: <DraftDetails {...props} /> }, historyTab(props)]}
    />
  )
}

function DraftDetails({ delivery, organisations, clientplaces, numbers, canwrite }: DeliveryDialogProps) {
  return (
    <>
      <FieldRow>
        <TextInput label="Reference" name="reference" value={delivery.reference} maxlength={120} />
        <TextInput label="Waybill" name="waybill" value={delivery.waybill} maxlength={60} />
        <TextInput label="Carrier" name="carrier" value={delivery.carrier} maxlength={120} />
      </FieldRow>
      {(organisations.length > 1 || clientplaces.length > 0) && (
        <FieldRow>
          {organisations.length > 1 && (
            <Select
              label="Organisation"
              name="organisation"
              value={delivery.organisation.id}
              options={organisations}
              data-issue-numbers={canwrite ? JSON.stringify(numbers) : undefined}
            />
          )}
          {clientplaces.length > 0 && (
            <Select
              label="Consignment"
              name="storageid"
              value={delivery.consignment?.id}
              options={clientplaces}
              placeholder="No: the goods are the client’s"
              hint="At a place of theirs the goods stay ours until they are sold."
            />
          )}
        </FieldRow>
      )}
      <DraftLines delivery={delivery} canpack={canwrite} />
      <p className="hint">
        An empty quantity takes its line off the note. Issuing gives it a number and locks it; what comes back
        is written down afterwards.
      </p>
    </>
  )
}

function IssuedDialog(props: DeliveryDialogProps) {
  const { delivery, canwrite, tab, photos, zone } = props
  const { id, state, items } = delivery
  const open = state === 'issued'
  const out = items.some(({ quantity, returned, sold }) => quantity > returned + sold)
  const tabs: Tab[] = [
    { id: 'details', label: 'Details', panel: <IssuedDetails {...props} /> },
    ...(open && canwrite ? [{ id: 'proof', label: 'Hand over', panel: <ProofForm {...props} /> }] : []),
    ...(delivery.delivered
      ? [{ id: 'proof', label: 'Proof', panel: <ProofFacts delivery={delivery} zone={zone} /> }]
      : []),
    { id: 'photos', label: 'Photos', count: photos.length, panel: <Photos {...props} /> },
    ...(out && canwrite ? [{ id: 'return', label: 'Came back', panel: <ReturnForm {...props} /> }] : []),
    ...(out && canwrite && delivery.consignment
      ? [{ id: 'sell', label: 'Sold', panel: <SoldForm {...props} /> }]
      : []),
    historyTab(props),
  ]
  return (
    <Dialog
      title={`Delivery note ${delivery.number}`}
      subtitle={about(delivery)}
      size="large"
      actions={
        <>
          <Pdf id={id} />
          {canwrite && (
            <LinkButton icon="mail" {...dialogLink(`/mail/deliverynote/${id}`)}>
              E-mail
            </LinkButton>
          )}
          {delivery.delivered && (
            <LinkButton icon="file-text" href={`/render/deliveryproof/${id}`} target="_blank">
              Proof
            </LinkButton>
          )}
        </>
      }
      main={
        open &&
        canwrite &&
        tab !== 'proof' && (
          <LinkButton look="primary" icon="handshake" {...dialogLink(`/deliveries/${id}?tab=proof`)}>
            Hand over
          </LinkButton>
        )
      }
      tabs={tabs.map((one) => ({ ...one, selected: one.id === tab }))}
    />
  )
}

const Pdf = ({ id }: { id: string }) => (
  <LinkButton icon="file-text" href={`/render/deliverynote/${id}`} target="_blank">
    PDF
  </LinkButton>
)

const historyTab = ({ history, zone }: DeliveryDialogProps): Tab => ({
  id: 'history',
  label: 'History',
  panel: <History entries={history} zone={zone} />,
})

const about = ({ client, location, jobs }: DeliveryDetail) =>
  [
    client?.name ?? 'Cash sale',
    location?.name !== client?.name && location?.name,
    jobs.length === 1 ? `job ${jobs[0]}` : `${jobs.length} jobs`,
  ]
    .filter(Boolean)
    .join(', ')
