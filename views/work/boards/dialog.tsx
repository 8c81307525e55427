import { roleLabel } from '#views/people/role-label.ts'
import { ArchiveButton } from '#views/ui/archived.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'

type RolePermission = { role: { id: string; name: string }; permission: string | null; effective: string }

type BoardDialogProps = {
  /** Undefined: a new one. */
  board?: {
    id: string
    version: number
    name: string
    archived: boolean
    completedays: number | null
    organisation: { id: string } | null
  }
  organisations: readonly Option[]
  permissions?: readonly RolePermission[]
  history?: readonly HistoryLine[]
  zone: string
}

const PATH = '/customise/boards'

export const permissionWords: Record<string, string> = {
  none: 'Hidden',
  see: 'See',
  work: 'Work',
  manage: 'Manage',
}

const choices = Object.entries(permissionWords).map(([value, label]) => ({ value, label }))

export function BoardDialog({ board, organisations, permissions, history, zone }: BoardDialogProps) {
  const details = <Details board={board} organisations={organisations} />
  return (
    <Dialog
      title={board ? 'Edit board' : 'Add board'}
      subtitle={board?.name}
      url={board ? `${PATH}/${board.id}` : PATH}
      method={board ? 'patch' : 'post'}
      submit={board ? undefined : 'Create'}
      version={board?.version}
      actions={board && <ArchiveButton url={`${PATH}/${board.id}`} archived={board.archived} />}
      tabs={
        board && [
          { id: 'details', label: 'Details', panel: details },
          { id: 'permissions', label: 'Rights', panel: <Permissions rows={permissions ?? []} /> },
          { id: 'history', label: 'History', panel: <History entries={history ?? []} zone={zone} /> },
        ]
      }
    >
      {!board && details}
    </Dialog>
  )
}

function Details({ board, organisations }: Pick<BoardDialogProps, 'board' | 'organisations'>) {
  return (
    <>
      <TextInput
        label="Name"
        name="name"
        value={board?.name}
        maxlength={60}
        required
        autoFocus={!board}
        hint="It is also the board's address, so links change with it."
      />
      <Select
        label="Organisation"
        name="organisation"
        value={board?.organisation?.id}
        options={organisations}
        placeholder="The default one"
      />
      <TextInput
        label="Days on the board after completion"
        name="completedays"
        inputMode="numeric"
        maxlength={3}
        value={board ? board.completedays : 30}
        hint="What is complete for longer stands in the board’s history. Empty: it stays on its lane."
      />
    </>
  )
}

/** systemadmin is not listed: that role may do everything everywhere. */
function Permissions({ rows }: { rows: readonly RolePermission[] }) {
  return (
    <>
      <p className="hint">Without a choice a role may do here what its rights allow.</p>
      {rows
        .filter(({ role }) => role.name !== 'systemadmin')
        .map(({ role, permission, effective }) => (
          <Select
            key={role.id}
            label={roleLabel(role.name)}
            name={`role:${role.id}`}
            value={permission}
            options={choices}
            placeholder={
              permission
                ? 'By its rights'
                : `By its rights: ${permissionWords[effective]?.toLowerCase() ?? effective}`
            }
          />
        ))}
    </>
  )
}
