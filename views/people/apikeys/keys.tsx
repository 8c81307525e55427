import { CheckList } from '#views/crud/checklist.tsx'
import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { Form } from '#views/ui/form.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { DateInput, TextInput } from '#views/ui/inputs.tsx'
import { type Option, Radios } from '#views/ui/select.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import { CopyBox } from './copybox.tsx'

export type KeyLine = {
  id: string
  application: string
  tail: string
  createdutc: string
  lastusedutc: string | null
  /** In words. Null: all that its person may do. */
  claims: readonly string[] | null
  expiresutc: string | null
}

type CreatedKey = { application: string; secret: string }

type KeysProps = {
  keys: readonly KeyLine[]
  /** Where a key is made (POST) and taken back (DELETE with its id). */
  url: string
  zone: string
  /** Shown here and never again. */
  created?: CreatedKey
  /** What may be chosen for a new key. */
  rights?: readonly Option[]
  /** Whose keys: only one's own can be made. */
  own?: boolean
}

export function Keys({ keys, url, zone, created, own, rights = [] }: KeysProps) {
  const swap = { 'hx-target': '#keys', 'hx-swap': 'outerHTML' }
  return (
    <div id="keys" data-noguard="">
      {created && <CreatedKeyNotice {...created} />}
      {keys.length === 0 && (
        <EmptyState
          icon="key"
          text="There are no API keys."
          hint="A key lets another program act with this person’s rights in this account, or with some of them."
        />
      )}
      <ul className="people">
        {keys.map(({ id, application, tail, createdutc, lastusedutc, claims, expiresutc }) => (
          <li key={id}>
            <Icon name="key" />
            <span>
              {application} <code>…{tail}</code>
              <small>
                Made <DateTime iso={createdutc} zone={zone} relative />,{' '}
                {lastusedutc ? (
                  <>
                    last used <DateTime iso={lastusedutc} zone={zone} relative />
                  </>
                ) : (
                  'never used'
                )}
              </small>
              {(claims || expiresutc) && (
                <small>
                  {claims &&
                    `May do ${claims.length === 1 ? 'one thing' : `${claims.length} things`}: ${claims.join('; ')}. `}
                  {expiresutc && (
                    <>
                      Ends <DateTime iso={expiresutc} zone={zone} />
                    </>
                  )}
                </small>
              )}
            </span>
            <Button
              small
              look="quiet"
              hx-delete={`${url}/${id}`}
              {...confirmFirst({
                question: `Revoke the key of ${application}? Programs that use it stop working at once.`,
                yes: 'Revoke',
                danger: true,
              })}
              {...swap}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {own && (
        <Form url={url} guarded={false} className="keyform" {...swap}>
          <TextInput
            label="Application"
            name="application"
            maxlength={60}
            required
            hint="The name of the program. Its earlier key, if it has one, stops working."
          />
          <DateInput
            label="Works until"
            name="expires"
            hint="To the end of that day. Without a day it works until it is revoked."
          />
          <Radios
            label="What it may do"
            name="rights"
            value="all"
            options={[
              { value: 'all', label: 'All that I may do, whatever that is later' },
              { value: 'some', label: 'Only what is ticked below, and of that never more than I may' },
            ]}
          />
          <details>
            <summary>Choose rights</summary>
            <CheckList
              label="Rights of the key"
              name="claims"
              options={rights}
              chosen={[]}
              none="You hold no rights."
            />
          </details>
          <Button type="submit" icon="plus">
            Make a key
          </Button>
        </Form>
      )}
      {own && (
        <p className="hint">
          What another program can ask for, and a way to try it:{' '}
          <a href="/account/calls">the list of calls</a>.
        </p>
      )}
    </div>
  )
}

const CreatedKeyNotice = ({ application, secret }: CreatedKey) => (
  <Banner level="success">
    <p>
      This is the key of {application}. Copy it now: it is stored only as a fingerprint and cannot be shown
      again.
    </p>
    <CopyBox label={`The key of ${application}`} value={secret} />
    <p>
      The program sends it as the header <code>X-API-Key</code>. What it may ask for is in the{' '}
      <a href="/account/calls">list of calls</a>.
    </p>
  </Banner>
)
