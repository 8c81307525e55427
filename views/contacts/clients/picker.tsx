import { Picker } from '#views/ui/picker.tsx'

type ClientPickerProps = {
  label?: string
  client?: { id: string; name: string } | null
  placeholder?: string
  required?: boolean
  hint?: string
}

/** Many clients: a look-up waits until the typing pauses. */
export const ClientPicker = ({ client, ...props }: ClientPickerProps) => (
  <Picker
    label="Client"
    name="client"
    url="/lookup/clients"
    delay={500}
    value={client?.id}
    shown={client?.name}
    {...props}
  />
)
