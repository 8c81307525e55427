import { CreateDialog } from '#views/crud/create-dialog.tsx'
import { Picker } from '#views/ui/picker.tsx'
import { Select } from '#views/ui/select.tsx'

type CreateJobDialogProps = {
  description: string
  boards: readonly { id: string; name: string }[]
  clients: boolean
  /** Whom it is for, where that is known. */
  client?: { id: string; name: string }
}

/** What a job needs where another record is waiting for it; a single board is not asked for. */
export function CreateJobDialog({ description, boards, clients, client }: CreateJobDialogProps) {
  const [first] = boards
  const alone = boards.length === 1 && first
  return (
    <CreateDialog
      noun="job"
      api="/api/jobs"
      fields={[{ name: 'description', label: 'Description', required: true, value: description }]}
      given={alone ? [{ name: 'boardid', value: alone.id }] : []}
    >
      {clients && (
        <Picker
          label="Client"
          id="create-client"
          name="client"
          url="/lookup/clients"
          value={client?.id}
          shown={client?.name}
        />
      )}
      {!alone && (
        <Select
          label="Board"
          id="create-boardid"
          name="boardid"
          value={first?.id}
          options={boards.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </CreateDialog>
  )
}
