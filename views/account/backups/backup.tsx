import { fileSize } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { DescriptionList, Panel } from '#views/ui/panel.tsx'
import { Banner, Chip } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { TabNav } from '#views/ui/tabs.tsx'

type Backup = {
  id: string
  madeutc: string
  state: 'sound' | 'faulty' | 'failed'
  bytes: number
  files: number
  detail: string
}

type BackupPageProps = {
  title: string
  links: readonly { href: string; label: string }[]
  current: string
  /** Null: everything. */
  part: { title: string; about: string } | null
  /** Of another account, to read: it is not backed up. */
  iscopy: boolean
  automatic: { keep: number; hour: number } | null
  backups: readonly Backup[]
  schedule: { dueutc: string; isdue: boolean; checkedutc: string | null } | null
  candownload: boolean
}

/** What an account's administrators take home, and when the program last backed the account up by itself. */
export function BackupPage({ title, links, current, part, candownload, ...automatic }: BackupPageProps) {
  return (
    <>
      <PageTitle title={title} />
      <TabNav
        label="Parts of the account"
        links={links.map((link) => ({ ...link, current: link.href === current }))}
      />
      <Panel title="Download">
        <div className="stack">
          {part ? (
            <PartDownload href={current} part={part} can={candownload} />
          ) : (
            <Archive can={candownload} />
          )}
        </div>
      </Panel>
      <AutomaticBackups {...automatic} />
    </>
  )
}

type PartProps = { href: string; part: { about: string }; can: boolean }

const PartDownload = ({ href, part, can }: PartProps) => (
  <>
    <p>{part.about}</p>
    <p className="hint">
      All of it as it stands at one moment, archived records too. Photos, files and stored PDFs are in the
      archive of everything. A cell of Excel holds 32 767 letters, and a longer text is cut there; JSON holds
      it whole.
    </p>
    {can ? (
      <div className="buttons">
        <LinkButton look="primary" icon="download" href={`${href}/file?format=xlsx`} download>
          Excel
        </LinkButton>
        <LinkButton icon="download" href={`${href}/file?format=json`} download>
          JSON
        </LinkButton>
      </div>
    ) : (
      <NoExport />
    )}
  </>
)

const Archive = ({ can }: { can: boolean }) => (
  <>
    <p>
      One archive of the whole account: its records, photos, files and stored PDFs, with a checksum for each.
      It opens in any installation of Joblane.
    </p>
    <p className="hint">
      Passwords are not in it: its people set new ones there by mail. Whoever sets a new installation up gets
      in with the e-mail address that they have here. Keep it where only you can read it.
    </p>
    {can ? (
      <div className="buttons">
        <LinkButton look="primary" icon="download" href="/account/backup/archive" download>
          Download the archive
        </LinkButton>
      </div>
    ) : (
      <NoExport />
    )}
  </>
)

const NoExport = () => (
  <p className="hint">Downloads need the right to export lists, which you do not have.</p>
)

const columns: Column<Backup>[] = [
  { key: 'made', head: 'Made', tight: true, cell: ({ madeutc }) => <DateTime iso={madeutc} /> },
  { key: 'state', head: 'Result', cell: (backup) => <Result {...backup} /> },
  {
    key: 'files',
    head: 'Files',
    numeric: true,
    cell: ({ state, files }) => (state === 'failed' ? null : files),
  },
  {
    key: 'bytes',
    head: 'Size',
    numeric: true,
    cell: ({ state, bytes: size }) => (state === 'failed' ? null : fileSize(size)),
  },
]

const results = {
  sound: { level: 'success', label: 'Sound' },
  faulty: { level: 'warning', label: 'Made, with faults' },
  failed: { level: 'error', label: 'Failed' },
} as const

function Result({ state, detail }: Pick<Backup, 'state' | 'detail'>) {
  const { level, label } = results[state] ?? results.failed
  return (
    <>
      <Chip level={level} icon={level}>
        {label}
      </Chip>
      {detail && <span className="hint"> {detail}</span>}
    </>
  )
}

const BringBack = ({ folder }: { folder: string }) => (
  <>
    They lie in <code>{folder}</code>. With the program stopped,{' '}
    <code>joblane restore --as "Name" --from</code> and one of them puts it beside the account as a copy that
    can only be read; <code>--replace</code> instead of <code>--as</code> replaces the account.
  </>
)

type AutomaticBackupsProps = Pick<BackupPageProps, 'iscopy' | 'automatic' | 'backups' | 'schedule'> & {
  /** For the operator. */
  folder?: string
}

/** When an account was backed up last, what failed, and what is kept. */
export function AutomaticBackups({ iscopy, ...about }: AutomaticBackupsProps) {
  if (!iscopy) return <OwnBackups {...about} />
  return (
    <Panel title="Automatic backups">
      <p>This is a copy of another account, only to read. It changes no more, so it is not backed up.</p>
    </Panel>
  )
}

function OwnBackups({ automatic, backups, schedule, folder }: Omit<AutomaticBackupsProps, 'iscopy'>) {
  const sound = backups.find(({ state }) => state === 'sound')
  const [newest] = backups
  return (
    <Panel title="Automatic backups">
      <div className="stack">
        {!automatic && (
          <Banner level="warning">
            Automatic backups are turned off on this installation. Download the archive from time to time.
          </Banner>
        )}
        {automatic && newest && newest.state !== 'sound' && (
          <Banner level="error">
            The last automatic backup {newest.state === 'failed' ? 'failed' : 'has faults'}: {newest.detail}
            {!folder && ' Tell whoever runs this installation.'}
          </Banner>
        )}
        <DescriptionList
          facts={[
            { label: 'Last backed up', value: sound ? <DateTime iso={sound.madeutc} /> : 'Not yet' },
            {
              label: 'Last looked at',
              value: schedule?.checkedutc && <DateTime iso={schedule.checkedutc} />,
            },
            ...(automatic
              ? [
                  {
                    label: 'Next',
                    value:
                      schedule &&
                      (schedule.isdue ? 'Due now, made within minutes' : <DateTime iso={schedule.dueutc} />),
                  },
                  {
                    label: 'Kept',
                    value: `The newest ${automatic.keep}, made daily at ${String(automatic.hour).padStart(2, '0')}:00`,
                  },
                ]
              : []),
          ]}
        />
        <p className="hint">
          Each is opened again and checked once it is made. When nothing changed since the last one, no other
          is made.{' '}
          {folder ? <BringBack folder={folder} /> : 'Whoever runs this installation brings one back.'}
        </p>
        {backups.length > 0 && (
          <Table
            caption="Automatic backups"
            columns={columns}
            rows={backups}
            rowid={({ id }) => id}
            url=""
            region="backups"
          />
        )}
      </div>
    </Panel>
  )
}
