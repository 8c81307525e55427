import { counted } from '#views/format.ts'
import { ArchiveButton } from '#views/ui/archived.tsx'
import { Avatar } from '#views/ui/avatar.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { Select } from '#views/ui/select.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { claimsUrl, ROLES, type RoleView } from './types.ts'

type RoleDialogProps = {
  role?: RoleView
  others?: readonly RoleView[]
  copyof?: string
  history?: readonly HistoryLine[]
  zone: string
}

export function RoleDialog({ role, others = [], copyof, history = [], zone }: RoleDialogProps) {
  if (!role) return <NewRole others={others} copyof={copyof} />
  const { id, name, version, people, fixed } = role
  return (
    <Dialog
      title={fixed ? name : 'Edit role'}
      subtitle={fixed ? undefined : name}
      url={fixed ? undefined : `${ROLES}/${id}`}
      method="patch"
      version={version}
      actions={<Actions {...role} />}
      tabs={[
        { id: 'role', label: 'Role', panel: <Details {...role} /> },
        { id: 'people', label: 'Held by', count: people.length, panel: <Holders {...role} /> },
        { id: 'history', label: 'History', panel: <History entries={history} zone={zone} /> },
      ]}
    />
  )
}

function NewRole({ others, copyof }: { others: readonly RoleView[]; copyof?: string }) {
  // A copy of what the program itself goes by would not be the same thing.
  const options = others.filter(({ fixed }) => !fixed).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Dialog title="Add role" url={ROLES} submit="Create">
      <TextInput label="Name" name="name" maxlength={60} required autoFocus />
      <Select
        label="Begins with the rights of"
        name="copyof"
        value={copyof}
        options={options}
        placeholder="No role: without any rights"
        hint="You set the rights one by one on the next page."
      />
    </Dialog>
  )
}

function Details({ name, fixed, system, claims }: RoleView) {
  if (fixed)
    return (
      <p>
        {system
          ? `${name} holds every right for good, so that somebody can always set things right. Its name stays.`
          : `${name} sees the jobs of the locations that are linked to them, and of no others. The program goes by this name, so it stays.`}
      </p>
    )
  const hint = `It has ${counted(claims.length, 'right')}.`
  return <TextInput label="Name" name="name" value={name} maxlength={60} required hint={hint} />
}

function Holders({ name, people }: RoleView) {
  if (people.length === 0)
    return (
      <EmptyState icon="users" text={`Nobody holds ${name}.`} hint="Roles are given to people under Users." />
    )
  return (
    <ul className="people">
      {people.map(({ id, name, email }) => (
        <li key={id}>
          <Avatar name={name} decorative />
          <span>
            {name} <small>{email}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Actions({ id, fixed, archived }: RoleView) {
  return (
    <>
      {!archived && (
        <LinkButton look="quiet" icon="key" href={claimsUrl(id)}>
          Rights
        </LinkButton>
      )}
      {!fixed && !archived && (
        <LinkButton look="quiet" icon="copy" {...dialogLink(`${ROLES}/new?copyof=${id}`)}>
          Duplicate
        </LinkButton>
      )}
      {!fixed && <ArchiveButton url={`${ROLES}/${id}`} archived={archived} />}
    </>
  )
}
