import { DateTime } from '#views/ui/datetime.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Facts, Panel } from '#views/ui/panel.tsx'
import { Chip } from '#views/ui/small.tsx'

type AccountProps = {
  account?: {
    id: string
    name: string
    reference: string
    primaryemail: string
    primaryphone: string
    utcexpires: string | null
    subscribed: boolean
    seatspaid: number
  }
}

/** What an account is, for everyone in it. */
export function Account({ account }: AccountProps) {
  if (!account) return null
  const { name, id, reference, primaryemail, primaryphone, utcexpires, subscribed, seatspaid } = account
  return (
    <>
      <PageTitle title="Account Details" subtitle={name} />
      <Panel>
        <Facts
          facts={[
            { label: 'Name', value: name },
            { label: 'Account key', value: <code>{id}</code> },
            { label: 'Reference', value: reference || null },
            { label: 'E-mail', value: primaryemail || null },
            { label: 'Phone', value: primaryphone || null },
            { label: 'Seats', value: seatspaid },
            {
              label: 'Subscription',
              value: subscribed ? (
                <Chip level="success">Subscribed</Chip>
              ) : (
                <Chip level="info">Evaluation</Chip>
              ),
            },
            { label: 'Expires', value: utcexpires ? <DateTime iso={utcexpires} /> : 'Never' },
          ]}
        />
      </Panel>
    </>
  )
}
