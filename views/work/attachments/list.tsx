import type { Attachment } from '#server/domains/work/attachments/present.ts'
import { fileSize } from '#views/format.ts'
import { IconButton, IconLink } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Icon, type IconName } from '#views/ui/icon.tsx'
import { withQuery } from '#views/ui/links.ts'
import { truncate } from '#views/ui/pagetitle.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'

export type FileListProps = {
  files: readonly Attachment[]
  total: number
  /** The panel's address, with what it shows now. */
  url: string
  query: { search?: string; group?: string; archived?: boolean }
  zone: string
  canwrite: boolean
}

// Specification 2, "Documents panel".
const NAME = 40

export function FileList(props: FileListProps) {
  const { files, total, url, query } = props
  const groups = [...Map.groupBy(files, ({ group }) => group)]
  const narrowed = Boolean(query.search || query.group)
  return (
    <section
      id="documents-list"
      className="filelist"
      aria-label="Files"
      data-refresh="documents"
      hx-get={url}
      hx-trigger="none"
    >
      {files.length === 0 && (
        <EmptyState
          icon="paperclip"
          text={narrowed ? 'No file matches.' : 'No files are kept here yet.'}
          hint={
            !narrowed && props.canwrite
              ? 'Take a photo, or add files: what is chosen is uploaded at once.'
              : undefined
          }
        />
      )}
      {groups.map(([group, members]) => (
        <section key={group} aria-label={group || 'Without a group'}>
          {(groups.length > 1 || group) && (
            <h3>
              {group || 'Without a group'} <span className="count">{members.length}</span>
            </h3>
          )}
          <ul>
            {members.map((file) => (
              <File key={file.id} {...props} file={file} />
            ))}
          </ul>
        </section>
      ))}
      {total > files.length && (
        <p className="hint">{total - files.length} more: search to narrow them down.</p>
      )}
    </section>
  )
}

function File({ file, zone, canwrite, query }: FileListProps & { file: Attachment }) {
  const address = `/api/documents/download/${file.id}`
  const { firstname, lastname } = file.user
  return (
    <li id={`file-${file.id}`} className={file.archived ? 'archived' : undefined}>
      <span className="thumb">
        {file.thumbnail ? (
          <img src={`/api/documents/thumb/${file.id}`} alt="" loading="lazy" width={48} height={48} />
        ) : (
          <Icon name={attachmentIcon(file.type)} />
        )}
      </span>
      <div>
        <a href={address} target="_blank" rel="noreferrer" title={file.filename}>
          {truncate(file.filename, NAME)}
        </a>
        {file.archived && <Chip>Archived</Chip>}
        <p className="hint">
          <span>
            {file.filetype.slice(1).toUpperCase()} {fileSize(file.size)}
          </span>
          <DateTime iso={file.created} zone={zone} />
          <span>{`${firstname} ${lastname}`.trim()}</span>
        </p>
      </div>
      <IconLink icon="download" label={`Download ${file.filename}`} href={address} download />
      {canwrite && (
        <IconButton
          icon={file.archived ? 'archive-restore' : 'archive'}
          label={`${file.archived ? 'Restore' : 'Archive'} ${file.filename}`}
          hx-post={withQuery(`/documents/${file.id}/${file.archived ? 'restore' : 'archive'}`, query)}
          hx-target="#documents-list"
          hx-swap="outerMorph"
        />
      )}
    </li>
  )
}

function attachmentIcon(media: string): IconName {
  if (media.startsWith('image/')) return 'image'
  return /^(text|application\/(pdf|vnd))/.test(media) ? 'file-text' : 'paperclip'
}
