import { CheckList, type CheckOption } from '#views/crud/checklist.tsx'
import { type KeyLine, Keys } from '#views/people/apikeys/keys.tsx'
import { Button } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { Checkbox, TextInput } from '#views/ui/inputs.tsx'
import { LinkReach, type Reached } from '#views/ui/link-reach.tsx'
import { intoDialog } from '#views/ui/links.ts'
import { type Option, Select } from '#views/ui/select.tsx'
import { type PersonLine, type Seats, seatsText } from './list.tsx'
import { PicturePart } from './picture.tsx'
import { type SessionLine, Sessions } from './sessions.tsx'

type PersonFormValues = PersonLine & { version: number; firstname: string; lastname: string }

type Invited = Record<'id' | 'email' | 'firstname' | 'lastname' | 'phone', string>

type UserDialogProps = {
  person?: PersonFormValues
  worker?: Invited
  /** Belongs to other accounts too: name, phone and picture are the person's own. */
  elsewhere?: boolean
  /** No mail server takes an invitation, and who looks may hand its link over. */
  handsover?: boolean
  /** From where the link of an invitation can be opened. */
  reach?: Reached
  /** Until when an invitation waits, where no mail server takes it. */
  waits?: string
  roles: readonly CheckOption[]
  /** Who of the workers they may be, and are; undefined for who may not change it. */
  workers?: { options: readonly Option[]; own?: string }
  seats: Seats
  sessions?: readonly SessionLine[]
  keys?: readonly KeyLine[]
  history?: readonly HistoryLine[]
  zone: string
  /** The session of who looks, when they look at themself: nobody archives or signs out themself here. */
  own?: string
}

export function UserDialog(props: UserDialogProps) {
  const { person, sessions = [], keys = [], history, zone, own } = props
  const url = person ? `/admin/users/${person.id}` : '/admin/users'
  if (!person)
    return (
      <Dialog
        title="Add user"
        subtitle={`${whatHappens(props)} They are in once they accept it.`}
        url={url}
        submit="Invite"
      >
        {props.reach && <LinkReach {...props.reach} readers="people" invites />}
        <TextInput
          label="E-mail"
          name="email"
          type="email"
          value={props.worker?.email}
          maxlength={250}
          required
          autoFocus
        />
        <Names person={props.worker} />
        <Rights {...props} />
        <WorkerField {...props} />
      </Dialog>
    )
  return (
    <Dialog
      title="Edit user"
      subtitle={`${person.name} · ${person.email}`}
      url={url}
      method="patch"
      version={person.version}
      actions={<Actions {...props} person={person} />}
      tabs={[
        { id: 'details', label: 'Details', panel: <Details {...props} person={person} /> },
        {
          id: 'sessions',
          label: 'Signed in',
          count: sessions.length,
          panel: (
            <Sessions
              sessions={sessions}
              own={own}
              url={`${url}/sessions`}
              zone={zone}
              everywhere={own ? 'Sign out everywhere else' : 'Sign out everywhere in this account'}
            />
          ),
        },
        {
          id: 'keys',
          label: 'API keys',
          count: keys.length,
          panel: <Keys keys={keys} url={`${url}/keys`} zone={zone} />,
        },
        ...(history
          ? [{ id: 'history', label: 'History', panel: <History entries={history} zone={zone} /> }]
          : []),
      ]}
    />
  )
}

function whatHappens({ handsover, waits }: Pick<UserDialogProps, 'handsover' | 'waits'>): string {
  if (handsover) return 'No mail server takes the invitation now: a link to hand over is shown.'
  return waits ? `The invitation waits ${waits}` : 'An invitation goes to the address.'
}

function Details(props: UserDialogProps & { person: PersonFormValues }) {
  const { person, elsewhere } = props
  return (
    <>
      <PicturePart
        name={person.name}
        picture={person.picture}
        url={`/admin/users/${person.id}/picture`}
        canwrite={!elsewhere}
      />
      {elsewhere && (
        <p className="hint">
          {person.name} belongs to other accounts too. Name, phone and picture are theirs to change.
        </p>
      )}
      <Names person={person} disabled={elsewhere} />
      <Rights {...props} />
      <WorkerField {...props} />
    </>
  )
}

/** The words are those of `joinWorker`. */
function WorkerField({ person, worker, workers }: UserDialogProps) {
  if (!workers) return null
  const match = {
    value: 'match',
    label: 'Found by e-mail or name, else made if they work on steps and see no prices',
  }
  return (
    <Select
      label="Which worker they are"
      name="worker"
      value={person ? workers.own : (worker?.id ?? 'match')}
      placeholder="No worker"
      options={[
        ...(person ? [] : [match]),
        ...workers.options,
        { value: 'new', label: 'A new worker with this name' },
      ]}
      hint="Steps and time are given to workers. Who signs in as one finds them under My work."
    />
  )
}

type Named = Pick<PersonFormValues, 'firstname' | 'lastname' | 'phone'>

function Names({ person, disabled }: { person?: Named; disabled?: boolean }) {
  return (
    <>
      <FieldRow>
        <TextInput
          label="First name"
          name="firstname"
          value={person?.firstname}
          maxlength={80}
          disabled={disabled}
        />
        <TextInput
          label="Last name"
          name="lastname"
          value={person?.lastname}
          maxlength={80}
          disabled={disabled}
        />
      </FieldRow>
      <TextInput
        label="Phone"
        name="phone"
        type="tel"
        value={person?.phone}
        maxlength={60}
        disabled={disabled}
      />
    </>
  )
}

function Rights({ person, roles, seats }: UserDialogProps) {
  const full = seats.paid !== null && seats.used >= seats.paid
  return (
    <>
      <CheckList
        label="Roles"
        name="roles"
        hint={
          <>
            Together they say what the person may see and do: <a href="/admin/permissions">Who may do what</a>{' '}
            shows what each of them allows.
          </>
        }
        options={roles}
        chosen={person?.roles.map(({ id }) => id) ?? []}
        none="There are no roles yet."
      />
      <Checkbox
        label="Takes a seat"
        name="licensed"
        checked={person ? person.licensed : !full}
        hint={
          <>
            {seatsText(seats)} Without a seat a person cannot work in the account.{' '}
            {full && <a href="/subscription">Add seats</a>}
          </>
        }
      />
    </>
  )
}

function Actions({ person, own, handsover }: UserDialogProps & { person: PersonFormValues }) {
  const url = `/admin/users/${person.id}`
  const post = (path: string) => ({ 'hx-post': `${url}/${path}`, 'hx-swap': 'none' })
  if (person.archived)
    return (
      <Button look="quiet" icon="archive-restore" {...post('restore')}>
        Restore
      </Button>
    )
  return (
    <>
      {!own && (
        <Button look="quiet" icon="archive" {...post('archive')}>
          Archive
        </Button>
      )}
      {handsover && person.status === 'invited' && (
        <Button look="quiet" icon="link" hx-post={`${url}/invitationlink`} {...intoDialog}>
          Make an invitation link
        </Button>
      )}
      <Button look="quiet" icon="mail" {...post('resetpassword')}>
        {person.status === 'invited' ? 'Invite again' : 'Send password reset'}
      </Button>
    </>
  )
}
