import { DateTime } from '#views/ui/datetime.tsx'

export type CarryOver = {
  what: string
  days: number
  becomes: number
  carried: boolean
  /** Until when the time goes for which nothing was paid, when some is left: it comes first. */
  given?: string
  evaluating: boolean
  /** Null: the account does not expire. */
  renewed: string | null
}

type CarryProps = {
  carry: CarryOver
  operator?: boolean
  /** It is not what waits to be paid, only what could be. */
  ifpaid?: boolean
}

export function CarriedOver({ carry, operator, ifpaid }: CarryProps) {
  const { what, days, becomes, carried, given, evaluating, renewed } = carry
  if (renewed === null) return <>The account does not expire, and paying does not change that.</>
  const until = <DateTime iso={renewed} />
  const whose = operator ? 'The' : 'Your'
  if (carried)
    return (
      <>
        {ifpaid && 'Paid today, '}
        {ifpaid ? whose.toLowerCase() : whose} {inDays(days, 'paid ')} become{days === 1 && 's'}{' '}
        {inDays(becomes)} of {what}; paid until {until}. They are carried over by what was paid for them,
        rounded up to a whole day.
        {given && (
          <>
            {' '}
            {evaluating ? 'The evaluation' : 'Time for which nothing was paid'} stays as it is and comes
            first, until <DateTime iso={given} />.
          </>
        )}
      </>
    )
  if (given && days === 0)
    return (
      <>
        The month begins{' '}
        {evaluating
          ? `when ${whose.toLowerCase()} evaluation ends`
          : `after the time that ${operator ? 'it has' : 'you have'}`}
        , on <DateTime iso={given} />; paid until {until}.
      </>
    )
  if (days === 0) return <>Paid until {until}.</>
  return <>The month begins where what is paid now ends; paid until {until}.</>
}

export const inDays = (days: number, kind = '') => `${days} ${kind}${days === 1 ? 'day' : 'days'}`
