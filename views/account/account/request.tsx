import { CheckList } from '#views/crud/checklist.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { Checkbox } from '#views/ui/inputs.tsx'
import type { Option } from '#views/ui/select.tsx'

type RequestProps = { id: string; name: string; email: string; roles: readonly Option[]; room: boolean }

export const RequestDialog = ({ id, name, email, roles, room }: RequestProps) => (
  <Dialog
    title={`Let ${name} in`}
    subtitle={email}
    size="small"
    url={`/account/requests/${id}`}
    submit="Let in"
  >
    <p className="hint">They have the account’s key. Let in whom you know.</p>
    <CheckList
      label="Roles"
      name="roles"
      options={roles}
      chosen={[]}
      none="No role of this account may be given by you."
    />
    <Checkbox
      label="Takes a seat"
      name="licensed"
      checked={room}
      hint={
        room
          ? 'Without a seat they belong to the account, but see nothing.'
          : 'All seats that are paid for are taken. Without one they belong to the account, but see nothing.'
      }
    />
  </Dialog>
)
