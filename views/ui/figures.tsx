import { exactRate, formatPercent, formatQuantity, formatRand, formatRate } from '#views/format.ts'

export function Money({ cents }: { cents: number | null | undefined }) {
  if (cents === null || cents === undefined) return <Nothing />
  return <span className={cents < 0 ? 'figure below' : 'figure'}>{formatRand(cents)}</span>
}

type UnitRateProps = { tenthousandths: number | null | undefined; exact?: boolean }

/** A price of one unit, in ten-thousandths of a rand; `exact` for what a person typed. */
export function UnitRate({ tenthousandths, exact }: UnitRateProps) {
  if (tenthousandths === null || tenthousandths === undefined) return <Nothing />
  return (
    <span className="figure">
      {exact ? `R\u00a0${exactRate(tenthousandths)}` : formatRate(tenthousandths)}
    </span>
  )
}

/** Millionths of a unit, with the unit's name when given. */
export function QuantityText({ millionths, unit }: { millionths: number | null | undefined; unit?: string }) {
  if (millionths === null || millionths === undefined) return <Nothing />
  return (
    <span className={millionths < 0 ? 'figure below' : 'figure'}>{formatQuantity(millionths, unit)}</span>
  )
}

export function PercentText({ tenthousandths }: { tenthousandths: number | null | undefined }) {
  if (tenthousandths === null || tenthousandths === undefined) return <Nothing />
  return <span className="figure">{formatPercent(tenthousandths)}</span>
}

function Nothing() {
  return <span className="nothing">–</span>
}
