import type { locationFields } from '#server/domains/contacts/locations/fields.ts'
import type { ShownOf } from '#server/record-fields.ts'
import { ClientPicker } from '#views/contacts/clients/picker.tsx'
import { ArchiveButton } from '#views/ui/archived.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { Picker } from '#views/ui/picker.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { type StakeholderPerson, Stakeholders } from './stakeholders.tsx'

type LocationValues = Omit<ShownOf<typeof locationFields>, 'responsibilityid'> & {
  id: string
  version: number
  archived: boolean
  responsibilityid: string | null
}

type LocationFields = typeof locationFields

type LocationDialogProps = {
  fields: LocationFields
  location?: LocationValues
  forclient?: { id: string; name: string }
  people: readonly Option[]
  stakeholders?: readonly StakeholderPerson[]
  candidates?: readonly Option[]
  history?: readonly HistoryLine[]
  zone: string
  canwrite: boolean
}

export function LocationDialog(props: LocationDialogProps) {
  const { location, canwrite, stakeholders, history, zone } = props
  const url = location ? `/admin/lc/${location.id}` : '/admin/locations'
  return (
    <Dialog
      title={location ? 'Edit location' : 'Add location'}
      subtitle={location?.name}
      url={canwrite ? url : undefined}
      method={location ? 'patch' : 'post'}
      submit={location ? undefined : 'Create'}
      version={location?.version}
      actions={location && canwrite && <ArchiveButton url={url} archived={location.archived} />}
      tabs={[
        { id: 'details', label: 'Details', panel: <Details {...props} /> },
        { id: 'address', label: 'Address', panel: <Address {...props} /> },
        { id: 'contact', label: 'Contact', panel: <Contact {...props} /> },
        ...(location
          ? [
              {
                id: 'stakeholders',
                label: 'Client’s contacts',
                count: stakeholders?.length,
                panel: <Stakeholders {...props} locationid={location.id} stakeholders={stakeholders ?? []} />,
              },
              {
                id: 'documents',
                label: 'Files',
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
      <ClientPicker client={client} placeholder="No client" />
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

type TextFieldProps = Pick<LocationDialogProps, 'fields' | 'location'> & {
  name: {
    [Name in keyof LocationFields]: LocationFields[Name] extends { max: number } ? Name : never
  }[keyof LocationFields]
  type?: 'tel' | 'email'
  width?: 'narrow'
}

function TextField({ fields, location, name, type, width }: TextFieldProps) {
  const { label, max } = fields[name]
  return (
    <TextInput label={label} name={name} value={location?.[name]} maxlength={max} type={type} width={width} />
  )
}

function Address({ fields, location }: LocationDialogProps) {
  const given = { fields, location }
  return (
    <>
      <TextField {...given} name="addressline1" />
      <TextField {...given} name="addressline2" />
      <TextField {...given} name="addressline3" />
      <TextField {...given} name="addressline4" />
      <FieldRow>
        <TextField {...given} name="city" />
        <TextField {...given} name="postalcode" width="narrow" />
      </FieldRow>
      <FieldRow>
        <TextField {...given} name="province" />
        <TextField {...given} name="country" />
      </FieldRow>
    </>
  )
}

function Contact({ fields, location }: LocationDialogProps) {
  const given = { fields, location }
  return (
    <>
      <TextField {...given} name="contactname" />
      <TextField {...given} name="contactnumber" type="tel" />
      <TextField {...given} name="contactemail" type="email" />
    </>
  )
}
