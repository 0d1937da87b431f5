import { useList } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { ColorField } from '../ui/form/color-field.tsx'
import { SelectField, TextArea, TextField } from '../ui/form/fields.tsx'
import { costStatusLabels, intervalLabels, optionsOf } from './cost-labels.ts'
import type { CostValues } from './cost-values.ts'
import { costsTexts } from './costs-texts.ts'

type TextName = { [Name in keyof CostValues]: CostValues[Name] extends string ? Name : never }[keyof CostValues]

const paymentTypes = optionsOf({ subscription: costsTexts.paidAgainAndAgain, lifetime: costsTexts.boughtOnce })
const licences = optionsOf({ single_site: costsTexts.oneSite, multi_site: costsTexts.severalSites })

export function CostFields({
  values,
  onChange,
}: {
  values: CostValues
  onChange: (change: Partial<CostValues>) => void
}) {
  const types = useList('list-product-types', {})
  const methods = useList('list-payment-methods', {})
  const field = (name: TextName) => ({
    name,
    value: values[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  const choices = (rows: readonly { slug: string; title: string }[] = []) =>
    rows.map(({ slug, title }) => ({ value: slug, label: sentence(title) }))
  const recurring = values.payment_type === 'subscription'
  return (
    <>
      <div className="grid-2">
        <TextField label={costsTexts.name} autoComplete="off" {...field('name')} />
        <TextField label={costsTexts.price} inputMode="decimal" hint={costsTexts.inTheCurrencyOf} {...field('price')} />
        <SelectField label={costsTexts.productType2} options={choices(types.data?.rows)} {...field('product_type')} />
        <SelectField label={costsTexts.payment} options={paymentTypes} {...field('payment_type')} />
        {recurring && (
          <>
            <SelectField label={costsTexts.rhythm} options={optionsOf(intervalLabels)} {...field('renewal_type')} />
            <TextField
              label={costsTexts.lastRenewal}
              type="date"
              hint={costsTexts.renewalsToComeAre}
              {...field('last_renewal')}
            />
          </>
        )}
        <SelectField
          label={costsTexts.status}
          options={optionsOf(costStatusLabels)}
          {...field('cost_tracker_status')}
        />
        <SelectField
          label={costsTexts.paidWith}
          options={[{ value: '', label: costsTexts.notSaid }, ...choices(methods.data?.rows)]}
          {...field('payment_method')}
        />
        <SelectField label={costsTexts.licence} options={licences} {...field('license_type')} />
        <TextField label={costsTexts.webAddress} type="url" placeholder="https://" {...field('url')} />
      </div>
      <ColorField
        name="product_color"
        label={costsTexts.colour}
        optional
        value={values.product_color}
        onChange={(product_color) => onChange({ product_color })}
      />
      <TextArea label={costsTexts.notes} {...field('note')} />
    </>
  )
}
