import { useList } from '../api/query.ts'
import { ColorField } from '../ui/form/color-field.tsx'
import { SelectField, TextArea, TextField } from '../ui/form/fields.tsx'
import { costStatusLabels, intervalLabels, optionsOf } from './cost-labels.ts'
import type { CostValues } from './cost-values.ts'

type TextName = { [Name in keyof CostValues]: CostValues[Name] extends string ? Name : never }[keyof CostValues]

const paymentTypes = optionsOf({ subscription: 'Paid again and again', lifetime: 'Bought once' })
const licences = optionsOf({ single_site: 'One site', multi_site: 'Several sites' })

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
    rows.map(({ slug, title }) => ({ value: slug, label: title }))
  const recurring = values.payment_type === 'subscription'
  return (
    <>
      <div className="grid-2">
        <TextField label="Name" autoComplete="off" {...field('name')} />
        <TextField label="Price" inputMode="decimal" hint="In the currency of the settings." {...field('price')} />
        <SelectField label="Product type" options={choices(types.data?.rows)} {...field('product_type')} />
        <SelectField label="Payment" options={paymentTypes} {...field('payment_type')} />
        {recurring && (
          <>
            <SelectField label="Rhythm" options={optionsOf(intervalLabels)} {...field('renewal_type')} />
            <TextField
              label="Last renewal"
              type="date"
              hint="Renewals to come are reckoned from it; without it there are none in the calendar."
              {...field('last_renewal')}
            />
          </>
        )}
        <SelectField label="Status" options={optionsOf(costStatusLabels)} {...field('cost_tracker_status')} />
        <SelectField
          label="Paid with"
          options={[{ value: '', label: 'Not said' }, ...choices(methods.data?.rows)]}
          {...field('payment_method')}
        />
        <SelectField label="Licence" options={licences} {...field('license_type')} />
        <TextField label="Web address" type="url" placeholder="https://" {...field('url')} />
      </div>
      <ColorField
        name="product_color"
        label="Colour"
        optional
        value={values.product_color}
        onChange={(product_color) => onChange({ product_color })}
      />
      <TextArea label="Notes" {...field('note')} />
    </>
  )
}
