import { Icon } from '#views/ui/icon.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { WaitsHere } from '#views/ui/outbox.tsx'
import { Select } from '#views/ui/select.tsx'
import { Tabs } from '#views/ui/tabs.tsx'
import { PhotoForm } from '#views/work/mywork/job-additions.tsx'
import { FileList, type FileListProps } from './list.tsx'
import { UploadNow, UploadPanel } from './upload.tsx'

type PanelProps = FileListProps & {
  referenceid: string
  /** Words that its files are grouped by, and those of the whole account to choose from. */
  groups: readonly string[]
  known: readonly string[]
  maxuploadmb: number
  /** The group of photos that are taken here. */
  photos: string
  /** Of the job, for who may add no other file: a photo belongs to the work. */
  photoof?: { id: string; reference: string }
}

/**
 * The files of one record, as a tab of its dialog: a list with search and groups, and an Upload tab for whoever may.
 * Nothing in it belongs to the dialog's form, so that saving the record never sends it.
 */
export function AttachmentsPanel({
  referenceid,
  groups,
  known,
  maxuploadmb,
  photos,
  photoof,
  ...list
}: PanelProps) {
  const files = (
    <>
      <Filters {...list} groups={groups} />
      {list.canwrite && <UploadNow {...{ referenceid, maxuploadmb, photos }} />}
      {photoof && (
        <PhotoForm
          id="panel-photo"
          job={photoof}
          of={photoof.reference}
          label="Take a photo"
          maxuploadmb={maxuploadmb}
        />
      )}
      <FileList {...list} />
    </>
  )
  return (
    <div className="documents" data-noguard="">
      <WaitsHere group={referenceid} />
      {list.canwrite ? (
        <Tabs
          label="Documents"
          tabs={[
            { id: 'files', label: 'Files', panel: files },
            {
              id: 'upload',
              label: 'Upload',
              panel: <UploadPanel {...{ referenceid, maxuploadmb }} groups={known} />,
            },
          ]}
        />
      ) : (
        files
      )}
    </div>
  )
}

function Filters({ url, query, groups, canwrite }: FileListProps & { groups: readonly string[] }) {
  const ask = {
    'hx-get': url.split('?')[0],
    'hx-include': 'closest .filters',
    'hx-target': '#documents-list',
    'hx-select': '#documents-list',
    'hx-swap': 'outerMorph',
    'hx-sync': 'closest .filters:replace',
    form: NO_FORM,
  }
  return (
    <search className="filters">
      <span className="search">
        <Icon name="search" />
        <input
          {...ask}
          type="search"
          name="search"
          defaultValue={query.search}
          placeholder="Search files"
          aria-label="Search files"
          autoComplete="off"
          hx-trigger="input changed delay:300ms"
        />
      </span>
      {groups.length > 0 && (
        <Select
          {...ask}
          className="filter"
          label="Group"
          hidelabel
          id="documents-group"
          name="group"
          value={query.group}
          options={groups.map((group) => ({ value: group, label: group }))}
          placeholder="All groups"
          hx-trigger="change"
        />
      )}
      {canwrite && (
        <label className="toggle">
          <input
            {...ask}
            type="checkbox"
            name="archived"
            value="true"
            defaultChecked={query.archived}
            hx-trigger="change"
          />
          <span>Show archived</span>
        </label>
      )}
    </search>
  )
}
