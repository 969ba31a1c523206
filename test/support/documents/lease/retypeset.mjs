// Five versions of the demo's lease as somebody else might set it, each with the places of its answers written down.

/** The parts of the lease: the name of each answer in the demo's form, its caption there, and other words for it. */
const party = (name, title) => [
  [`${name}_full_name`, 'Full name', 'Name and surname', `Full name of the ${title}`],
  [`${name}_id_number`, 'Identity or passport number', 'ID / passport no.', `Identity number of the ${title}`],
  [`${name}_email`, 'Email address', 'E-mail', `Email address of the ${title}`],
  [`${name}_phone`, 'Telephone number', 'Phone', `Telephone number of the ${title}`],
];
const parts = [
  [
    'THE LANDLORD',
    'DETAILS OF THE LANDLORD (LESSOR)',
    [
      ...party('landlord', 'landlord'),
      ['landlord_address', 'Physical address for notices', 'Address for notices', 'Physical address of the landlord'],
    ],
  ],
  [
    'THE TENANT',
    'DETAILS OF THE TENANT (LESSEE)',
    [
      ...party('tenant', 'tenant'),
      ['tenant_address', 'Present physical address', 'Current address', 'Present physical address of the tenant'],
      ['tenant_employer_name', 'Employer', 'Name of employer', 'Employer of the tenant'],
      [
        'tenant_monthly_income',
        'Gross monthly income (R)',
        'Monthly income before tax',
        'Gross monthly income of the tenant',
      ],
    ],
  ],
  [
    'THE SURETY',
    'DETAILS OF THE SURETY',
    [
      ...party('surety', 'surety'),
      ['surety_address', 'Physical address', 'Home address', 'Physical address of the surety'],
    ],
  ],
  [
    'THE PROPERTY',
    'THE PREMISES',
    [
      ['property_street_address', 'Street address', 'Street and number', 'Street address of the property'],
      ['property_unit_number', 'Unit or erf number', 'Unit / erf no.', 'Unit or erf number of the property'],
      ['property_suburb', 'Suburb', 'Suburb', 'Suburb of the property'],
      ['property_city', 'City or town', 'Town', 'City or town of the property'],
      ['property_postal_code', 'Postal code', 'Post code', 'Postal code of the property'],
      ['property_parking_bays', 'Number of parking bays', 'Parking bays', 'Number of parking bays let'],
      ['property_occupants', 'Greatest number of occupants', 'Most occupants allowed', 'Greatest number of people'],
    ],
  ],
  [
    'PERIOD OF THE LEASE',
    'LEASE PERIOD',
    [
      ['lease_start_date', 'Commencement date', 'Lease begins on', 'Commencement date of the lease'],
      ['lease_end_date', 'Termination date', 'Lease ends on', 'Termination date of the lease'],
      ['lease_notice_days', 'Notice period (days)', 'Days of notice', 'Notice period in days'],
    ],
  ],
  [
    'RENTAL AND PAYMENT',
    'RENT',
    [
      ['rental_monthly_amount', 'Monthly rental (R)', 'Rent per month (R)', 'Monthly rental in rand'],
      ['rental_due_day', 'Payable on or before day', 'Due day of the month', 'Day on which the rental is payable'],
      [
        'rental_escalation_percent',
        'Yearly escalation (%)',
        'Escalation per year (%)',
        'Yearly escalation of the rental',
      ],
      ['payment_account_holder', 'Account holder', 'Name of account holder', 'Account holder for payment'],
      ['payment_account_number', 'Account number', 'Account no.', 'Account number for payment'],
      ['payment_branch_code', 'Branch code', 'Branch', 'Branch code for payment'],
    ],
  ],
  [
    'DEPOSIT',
    'DEPOSIT',
    [
      ['deposit_amount', 'Deposit (R)', 'Amount of the deposit (R)', 'Deposit in rand'],
      ['deposit_due_date', 'Payable on or before', 'Deposit due on', 'Date on which the deposit is payable'],
    ],
  ],
];

/**
 * What is changed in each version. `widgets` false draws lines to be written on; `names` false numbers the widgets;
 * `table` draws a table for each part, its captions in the left column and empty cells in the right one.
 */
const versions = [
  {
    name: 'a table for each party, larger type',
    font: 'Times-Roman',
    size: 11,
    margin: 80,
    gap: 22,
    columns: 1,
    table: true,
  },
  {
    name: 'one column, an extra page first',
    font: 'Courier',
    size: 8,
    margin: 40,
    gap: 34,
    columns: 1,
    extra: true,
    names: false,
  },
  {
    name: 'other order of the parts',
    font: 'Helvetica',
    size: 9,
    margin: 56,
    gap: 36,
    columns: 2,
    order: [3, 4, 1, 0, 2, 6, 5],
    names: false,
  },
  {
    name: 'other words, no tooltips',
    font: 'Helvetica',
    size: 10,
    margin: 60,
    gap: 38,
    columns: 2,
    words: true,
    names: false,
    tips: false,
  },
  {
    name: 'lines to write on, no widgets',
    font: 'Times-Roman',
    size: 10,
    margin: 50,
    gap: 30,
    columns: 1,
    widgets: false,
  },
];

/** The five versions: `{ name, pdf, places }`, a place `{ truth, page, x, y }` the middle of an answer in points. */
export const retypesetLeases = () => versions.map(typeset);

function typeset(version) {
  const { font, size, margin, gap, columns, order = parts.map((_, index) => index) } = version;
  const pages = [];
  const places = [];
  let y = 0;
  const turn = () => {
    pages.push({ lines: [], boxes: [], rules: [] });
    y = 790;
  };
  const page = () => pages.at(-1);
  const say = (text, x, bold = 0) => page().lines.push({ text, x, y, size: size + bold });
  turn();
  say('Residential Lease Agreement', margin, 6);
  y -= 30;
  if (version.extra) {
    for (let clause = 1; clause <= 20; clause += 1) {
      say(`${clause}. This summary of the terms forms no part of the agreement that follows it.`, margin);
      y -= 26;
    }
    turn();
  }
  order.forEach((index, number) => {
    const [heading, otherHeading, answers] = parts[index];
    if (y < 190) turn();
    y -= 26;
    say(`${number + 1}. ${version.words ? otherHeading : heading}`, margin, 2);
    y -= 12;
    const width = (595 - 2 * margin - 12 * (columns - 1)) / columns;
    answers.forEach(([truth, caption, otherCaption, tip], answer) => {
      const column = answer % columns;
      if (column === 0) {
        if (y - gap < 50) turn();
        y -= gap;
      }
      const x = margin + column * (width + 12);
      const text = version.words === true ? otherCaption : caption;
      if (version.table) {
        const [top, bottom, middle] = [y + 15, y + 15 - gap, x + 190];
        page().lines.push({ text, x: x + 4, y, size: size - 1 });
        for (const at of [top, bottom]) page().rules.push([x, at, x + width, at]);
        for (const at of [x, middle, x + width]) page().rules.push([at, top, at, bottom]);
        places.push({ truth, page: pages.length, x: (middle + x + width) / 2, y: (top + bottom) / 2 });
        return;
      }
      if (version.widgets === false) {
        page().lines.push({ text, x, y, size });
        page().rules.push([x + 170, y - 2, x + width, y - 2]);
        places.push({ truth, page: pages.length, x: (x + 170 + x + width) / 2, y: y + 5 });
        return;
      }
      page().lines.push({ text, x, y: y + 18, size: size - 1 });
      const name = version.names === false ? `f${places.length + 1}` : truth;
      page().boxes.push({ name, tip: version.tips === false ? null : tip, at: [x, y - 2, x + width, y + 14] });
      places.push({ truth, page: pages.length, x: x + width / 2, y: y + 6 });
    });
  });
  if (y < 140) turn();
  for (const name of ['landlord', 'tenant', 'surety']) {
    y -= 40;
    say(`Signature of the ${name}: ______________________________`, margin);
  }
  return { name: version.name, pdf: write(pages, font), places };
}

/** A PDF written by hand, so that nothing of the product has a part in it. */
function write(pages, font) {
  const objects = ['', '', `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`];
  const add = (text) => objects.push(text);
  const fields = [];
  const kids = pages.map(({ lines, boxes, rules }) => {
    const drawing = [
      ...lines.map(({ text, x, y, size }) => `BT /F1 ${size} Tf ${x} ${y} Td (${quoted(text)}) Tj ET`),
      ...rules.map(([x, y, toX, toY]) => `0.7 w ${x} ${y} m ${toX} ${toY} l S`),
    ].join('\n');
    const content = add(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`);
    const widgets = boxes.map(({ name, tip, at }) =>
      add(
        `<< /Type /Annot /Subtype /Widget /F 4 /FT /Tx /T (${name})${tip === null ? '' : ` /TU (${quoted(tip)})`}` +
          ` /DA (/F1 9 Tf 0 g) /Rect [${at.join(' ')}] >>`,
      ),
    );
    fields.push(...widgets);
    return add(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>' +
        ` /Contents ${content} 0 R /Annots [${refs(widgets)}] >>`,
    );
  });
  const form = fields.length === 0 ? '' : ` /AcroForm << /Fields [${refs(fields)}] /DA (/F1 9 Tf 0 g) >>`;
  objects[0] = `<< /Type /Catalog /Pages 2 0 R${form} >>`;
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${refs(kids)}] >>`;
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = text.length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const refs = (ids) => ids.map((id) => `${id} 0 R`).join(' ');
const quoted = (text) => text.replace(/[\\()]/g, (character) => `\\${character}`);
