import { Dialog } from '#views/ui/dialog.tsx'
import { TextInput } from '#views/ui/inputs.tsx'

type MarssDialogProps = {
  /** Whether a key is kept; the key itself is never shown again. */
  haskey: boolean
  /** Where Marss is, as the person who runs the program has set it. */
  address: string
}

export function MarssDialog({ haskey, address }: MarssDialogProps) {
  return (
    <Dialog title="Key of Marss" url="/admin/inventory/marss" size="small">
      <p className="hint">
        {address
          ? `Items are brought in from ${address}.`
          : 'No address of Marss is set on this installation, so nothing can be brought in yet.'}
      </p>
      <TextInput
        label="API key"
        name="key"
        type="password"
        autoComplete="off"
        maxlength={400}
        autoFocus
        hint={
          haskey
            ? 'A key is kept, and cannot be shown. A new one takes its place; an empty field takes it away.'
            : 'Marss gives it out. It is kept encrypted.'
        }
      />
    </Dialog>
  )
}
