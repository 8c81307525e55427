import { Chip } from './small.tsx'

export const NameWithState = ({ name, archived }: { name: string; archived: boolean }) => (
  <>
    {name} {archived && <Chip>Archived</Chip>}
  </>
)

export const archivedClass = ({ archived }: { archived: boolean }) => (archived ? 'archived' : undefined)
