import { Button, LinkButton } from '#views/ui/button.tsx'
import type { IconName } from '#views/ui/icon.tsx'
import { intoDialog, withQuery } from '#views/ui/links.ts'
import { SelectionBar } from '#views/ui/selection.tsx'
import { type BulkKind, bulkKindNames, bulkKinds } from './bulk-kinds.ts'

type BulkBarProps = { canwrite: boolean; canprint: boolean; canexport: boolean }

const icons: Record<BulkKind, IconName> = {
  assignee: 'user',
  lane: 'board',
  finish: 'calendar',
  category: 'tag',
  archived: 'archive',
}

/** What is done with many jobs at once. */
export function JobBulkBar({ canwrite, canprint, canexport }: BulkBarProps) {
  return (
    <SelectionBar noun="job">
      {canwrite &&
        bulkKindNames.map((change) => (
          <Button
            key={change}
            small
            icon={icons[change]}
            hx-get={withQuery('/bulkchanges/new', { change })}
            hx-include="closest form"
            {...intoDialog}
          >
            {bulkKinds[change].button}
          </Button>
        ))}
      {canprint && (
        <LinkButton small icon="printer" href="/render/joblist" data-with-ids="" target="_blank">
          Print
        </LinkButton>
      )}
      {canexport && (
        <LinkButton small icon="download" href="/jobs/export?format=xlsx" data-with-ids="" download>
          Export
        </LinkButton>
      )}
    </SelectionBar>
  )
}
