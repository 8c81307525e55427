import { Button } from './button.tsx'
import type { confirmFirst } from './confirm.ts'
import { Chip } from './small.tsx'

export const NameWithState = ({ name, archived }: { name: string; archived: boolean }) => (
  <>
    {name} {archived && <Chip>Archived</Chip>}
  </>
)

export const archivedClass = ({ archived }: { archived: boolean }) => (archived ? 'archived' : undefined)

type ArchiveButtonProps = {
  /** Of the record. */
  url: string
  archived?: boolean
  confirm?: ReturnType<typeof confirmFirst> | false
}

export const ArchiveButton = ({ url, archived, confirm }: ArchiveButtonProps) => (
  <Button
    icon={archived ? 'archive-restore' : 'archive'}
    hx-post={`${url}/${archived ? 'restore' : 'archive'}`}
    hx-swap="none"
    {...confirm}
  >
    {archived ? 'Restore' : 'Archive'}
  </Button>
)
