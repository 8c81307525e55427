import { Select } from '#views/ui/select.tsx'

export const roleNames: Record<number, string> = { 1: 'Comes in', 2: 'Goes out' }

export const RoleChoice = ({ id, form }: { id: string; form?: string }) => (
  <Select
    label="Role"
    form={form}
    name="role"
    id={id}
    value="1"
    options={Object.entries(roleNames).map(([value, label]) => ({ value, label }))}
  />
)
