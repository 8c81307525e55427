import { fileSize } from '#views/format.ts'
import { ArchiveButton } from '#views/ui/archived.tsx'
import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { DateInput, TextInput } from '#views/ui/inputs.tsx'
import { DescriptionList } from '#views/ui/panel.tsx'
import { Select } from '#views/ui/select.tsx'
import { Skeleton } from '#views/ui/small.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'
import type { AccountLine } from './accounts.tsx'

type DrawerAccount = AccountLine & {
  version: number
  primaryphone: string
  createdutc: string
  measuredutc: string | null
}
type AccountDrawerProps = {
  account: DrawerAccount
  /** The day on which it expires, in South Africa. */
  expires: string | null
  /** Several processes share the accounts. */
  cells: boolean
}

export function AccountDrawer({ account, expires, cells }: AccountDrawerProps) {
  const { id, name, archived, platformowner } = account
  const at = `/backoffice/accounts/${id}`
  const later = (what: string) => ({ load: `${at}/${what}`, panel: <Skeleton lines={4} /> })
  return (
    <Dialog
      title={name}
      subtitle={platformowner ? 'The platform’s own account' : undefined}
      size="side"
      actions={
        !platformowner && (
          <ArchiveButton
            url={at}
            archived={archived}
            confirm={
              !archived &&
              confirmFirst({
                question: `Archive ${name}? Its people are signed out of it at once. Nothing is deleted.`,
                yes: 'Archive',
                danger: true,
              })
            }
          />
        )
      }
      tabs={[
        { id: 'details', label: 'Details', panel: <Details account={account} expires={expires} /> },
        { id: 'seats', label: 'Seats', ...later('seats') },
        { id: 'notes', label: 'Notes', ...later('notes') },
        { id: 'backups', label: 'Backups', ...later('backups') },
        { id: 'payments', label: 'Payments', ...later('payments') },
        { id: 'fees', label: 'Fees', load: `/backoffice/${id}/fees`, panel: <Skeleton lines={4} /> },
        ...(cells ? [{ id: 'cell', label: 'Cell', ...later('cell') }] : []),
      ]}
    />
  )
}

function Details({ account, expires }: Omit<AccountDrawerProps, 'cells'>) {
  const { createdutc, lastseenutc, dbbytes, filebytes, files, measuredutc, seats, id } = account
  return (
    <>
      <Form url={`/backoffice/accounts/${id}`} method="patch">
        <VersionInput value={account.version} />
        <Fields account={account} expires={expires} />
        <div className="formfoot">
          <Button type="submit" look="primary" data-save="">
            Save
          </Button>
        </div>
      </Form>
      <h3>Use</h3>
      <DescriptionList
        facts={[
          { label: 'Account key', value: <code>{id}</code> },
          { label: 'Created', value: <DateTime iso={createdutc} /> },
          { label: 'Seats in use', value: seats },
          { label: 'Last active', value: lastseenutc && <DateTime iso={lastseenutc} relative /> },
          { label: 'Data', value: dbbytes === null ? null : fileSize(dbbytes) },
          {
            label: 'Files',
            value: files === null ? null : `${files} (${fileSize(filebytes ?? 0)})`,
          },
          { label: 'Measured', value: measuredutc && <DateTime iso={measuredutc} relative /> },
        ]}
      />
    </>
  )
}

const sizes = [
  { value: '1', label: '1, grey' },
  { value: '2', label: '2, blue' },
  { value: '3', label: '3, gold' },
]

function Fields({ account, expires }: { account?: DrawerAccount; expires?: string | null }) {
  return (
    <>
      <TextInput
        label="Name"
        name="name"
        value={account?.name}
        maxlength={120}
        required
        autoFocus={!account}
      />
      <TextInput label="Reference" name="reference" value={account?.reference} maxlength={120} />
      <FieldRow>
        <TextInput
          label="E-mail"
          name="primaryemail"
          type="email"
          value={account?.primaryemail}
          maxlength={250}
        />
        <TextInput
          label="Phone"
          name="primaryphone"
          type="tel"
          value={account?.primaryphone}
          maxlength={60}
        />
      </FieldRow>
      {account && (
        <>
          <FieldRow>
            <Select label="Size" name="size" value={String(account.size)} options={sizes} />
            <TextInput label="Seats paid" name="seatspaid" inputMode="numeric" value={account.seatspaid} />
          </FieldRow>
          <DateInput
            label="Expires"
            name="utcexpires"
            value={expires}
            hint="At the end of that day. Empty: never, and its seats are not counted."
          />
        </>
      )}
    </>
  )
}

/** An account without anybody in it yet: it evaluates for 30 days, and its first person is seated from its drawer. */
export const NewAccountDialog = () => (
  <Dialog title="New account" url="/backoffice/accounts" submit="Create">
    <Fields />
    <p className="hint">It evaluates for 30 days. Seat its first person from its drawer.</p>
  </Dialog>
)
