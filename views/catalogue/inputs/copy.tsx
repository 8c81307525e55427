import { Dialog } from '#views/ui/dialog.tsx'
import { Picker } from '#views/ui/picker.tsx'

export const CopyInputsDialog = ({ id, code }: { id: string; code: string }) => (
  <Dialog
    title="Copy inputs"
    subtitle={`To ${code}`}
    url={`/admin/inventory/${id}/inputs/copy`}
    submit="Copy"
  >
    <Picker
      label="From"
      name="from"
      url="/lookup/inventory"
      hint="Its inputs are added below those that are there; what stands in the list already stays as it is."
      required
    />
  </Dialog>
)
