import { Button } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { Picker } from '#views/ui/picker.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { type StakeholderPerson, Stakeholders } from './stakeholders.tsx'

export type LocationValues = {
  id: string
  version: number
  archived: boolean
  name: string
  client: { id: string; name: string } | null
  parent: { id: string; name: string } | null
  addressline1: string
  addressline2: string
  addressline3: string
  addressline4: string
  city: string
  province: string
  country: string
  postalcode: string
  contactname: string
  contactnumber: string
  contactemail: string
  responsibilityid: string | null
}

type LocationDialogProps = {
  location?: LocationValues
  forclient?: { id: string; name: string }
  people: readonly Option[]
  stakeholders?: readonly StakeholderPerson[]
  candidates?: readonly Option[]
  history?: readonly HistoryLine[]
  zone: string
  canwrite: boolean
}

/** Add or edit a location: Details, Address, Contact, and for one that exists StakeHolders and History. */
export function LocationDialog(props: LocationDialogProps) {
  const { location, canwrite, stakeholders, history, zone } = props
  const url = location ? `/admin/lc/${location.id}` : '/admin/locations'
  return (
    <Dialog
      title={location ? 'Edit Location' : 'Add Location'}
      subtitle={location?.name}
      url={canwrite ? url : undefined}
      method={location ? 'patch' : 'post'}
      version={location?.version}
      actions={location && canwrite && <ArchiveButton {...location} />}
      tabs={[
        { id: 'details', label: 'Details', panel: <Details {...props} /> },
        { id: 'address', label: 'Address', panel: <Address location={location} /> },
        { id: 'contact', label: 'Contact', panel: <Contact location={location} /> },
        ...(location
          ? [
              {
                id: 'stakeholders',
                label: 'StakeHolders',
                count: stakeholders?.length,
                panel: <Stakeholders {...props} locationid={location.id} stakeholders={stakeholders ?? []} />,
              },
              {
                id: 'documents',
                label: 'Documents',
                load: `/documents/panel/locations/${location.id}`,
              },
              { id: 'history', label: 'History', panel: <History entries={history ?? []} zone={zone} /> },
            ]
          : []),
      ]}
    />
  )
}

function Details({ location, forclient, people }: LocationDialogProps) {
  const client = location ? location.client : forclient
  return (
    <>
      <TextInput
        label="Name"
        name="name"
        value={location?.name}
        maxlength={120}
        required
        autoFocus={!location}
      />
      <Picker
        label="Client"
        name="client"
        url="/lookup/clients"
        delay={500}
        value={client?.id}
        shown={client?.name}
        placeholder="No client"
      />
      <Picker
        label="Part of"
        name="parent"
        url="/lookup/locations"
        value={location?.parent?.id}
        shown={location?.parent?.name}
        placeholder="Stands for itself"
      />
      <Select
        label="Responsible"
        name="responsibilityid"
        value={location?.responsibilityid}
        options={people}
        placeholder="Nobody in particular"
      />
    </>
  )
}

function Address({ location }: { location?: LocationValues }) {
  return (
    <>
      <TextInput label="Address line 1" name="addressline1" value={location?.addressline1} maxlength={200} />
      <TextInput label="Address line 2" name="addressline2" value={location?.addressline2} maxlength={200} />
      <TextInput label="Address line 3" name="addressline3" value={location?.addressline3} maxlength={200} />
      <TextInput label="Address line 4" name="addressline4" value={location?.addressline4} maxlength={200} />
      <FieldRow>
        <TextInput label="City" name="city" value={location?.city} maxlength={120} />
        <TextInput
          label="Postal code"
          name="postalcode"
          value={location?.postalcode}
          maxlength={20}
          width="narrow"
        />
      </FieldRow>
      <FieldRow>
        <TextInput label="Province" name="province" value={location?.province} maxlength={120} />
        <TextInput label="Country" name="country" value={location?.country} maxlength={120} />
      </FieldRow>
    </>
  )
}

function Contact({ location }: { location?: LocationValues }) {
  return (
    <>
      <TextInput label="Contact name" name="contactname" value={location?.contactname} maxlength={120} />
      <TextInput
        label="Contact number"
        name="contactnumber"
        type="tel"
        value={location?.contactnumber}
        maxlength={60}
      />
      <TextInput
        label="Contact e-mail"
        name="contactemail"
        type="email"
        value={location?.contactemail}
        maxlength={250}
      />
    </>
  )
}

const ArchiveButton = ({ id, archived }: LocationValues) => (
  <Button
    look="quiet"
    icon={archived ? 'archive-restore' : 'archive'}
    hx-post={`/admin/lc/${id}/${archived ? 'restore' : 'archive'}`}
    hx-swap="none"
  >
    {archived ? 'Restore' : 'Archive'}
  </Button>
)
