import { Avatar } from '#views/ui/avatar.tsx'
import { Button, IconButton } from '#views/ui/button.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { TelLink } from '#views/ui/reach-links.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'

type ContactLine = {
  id: string
  version: number
  name: string
  title: string
  number: string
  email: string
}

type ContactsProps = {
  supplierid: string
  contacts: readonly ContactLine[]
  editing?: string
  canwrite: boolean
}

const swap = { 'hx-target': '#contacts', 'hx-swap': 'outerMorph' }

export function SupplierContacts(props: ContactsProps) {
  const { supplierid, contacts, editing, canwrite } = props
  const url = `/suppliers/${supplierid}/contacts`
  return (
    <div
      id="contacts"
      className="steps contacts"
      data-noguard=""
      data-refresh="supplier_contacts"
      hx-get={url}
      hx-trigger="none"
    >
      {contacts.length === 0 ? (
        <EmptyState
          icon="users"
          text="Nobody of this supplier has been added."
          hint="Whom to ring about prices, orders and accounts."
        />
      ) : (
        <ul>
          {contacts.map((contact) =>
            contact.id === editing ? (
              <EditContact key={contact.id} url={url} contact={contact} />
            ) : (
              <OneContact key={contact.id} url={url} contact={contact} canwrite={canwrite} />
            ),
          )}
        </ul>
      )}
      {canwrite && !editing && (
        <div className="addstep" data-step="">
          <ContactInputs within={`add-${contacts.length}`} />
          <Button icon="user-plus" hx-post={url} hx-include="closest [data-step]" {...swap}>
            Add contact
          </Button>
        </div>
      )}
    </div>
  )
}

type OneProps = { url: string; contact: ContactLine }

function OneContact({ url, contact, canwrite }: OneProps & { canwrite: boolean }) {
  const { id, name, title, number, email } = contact
  return (
    <li id={`contact-${id}`}>
      <Avatar name={name} />
      <div>
        <strong>{name}</strong> {title && <small>{title}</small>}
        <p>
          {number && <TelLink number={number} />}
          {number && email && ' · '}
          {email && <a href={`mailto:${email}`}>{email}</a>}
        </p>
      </div>
      {canwrite && (
        <span className="actions">
          <IconButton icon="pencil" label={`Edit ${name}`} hx-get={`${url}?edit=${id}`} {...swap} />
          <IconButton icon="trash" label={`Remove ${name}`} hx-post={`${url}/${id}/archive`} {...swap} />
        </span>
      )}
    </li>
  )
}

function EditContact({ url, contact }: OneProps) {
  return (
    <li id={`contact-${contact.id}`} className="editing" data-step="" data-editor="">
      <VersionInput name="personversion" value={contact.version} form={NO_FORM} />
      <ContactInputs contact={contact} within={`edit-${contact.id}`} />
      <span className="actions">
        <Button small hx-get={url} {...swap}>
          Cancel
        </Button>
        <Button
          small
          icon="check"
          hx-post={`${url}/${contact.id}`}
          hx-include="closest [data-step]"
          {...swap}
        >
          Keep
        </Button>
      </span>
    </li>
  )
}

/** Ids are new once a contact was added, and an open contact has its own: what was typed is never carried over. */
function ContactInputs({ contact, within }: { contact?: ContactLine; within: string }) {
  const { name, title, number, email } = contact ?? {}
  const about = (field: string, label: string, maxlength: number) => ({
    label,
    maxlength,
    form: NO_FORM,
    name: `person${field}`,
    id: `${within}-${field}`,
  })
  return (
    <>
      <FieldRow>
        <TextInput {...about('name', 'Name', 120)} value={name} autoFocus={contact !== undefined} />
        <TextInput {...about('title', 'What they do', 120)} value={title} />
      </FieldRow>
      <FieldRow>
        <TextInput {...about('number', 'Number', 60)} type="tel" value={number} />
        <TextInput {...about('email', 'E-mail', 250)} type="email" value={email} />
      </FieldRow>
    </>
  )
}
