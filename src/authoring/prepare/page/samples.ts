import type { PreparedField, PreparedForm } from '../../../document/prepare/prepared-field.js';
import { drawable, sampleAnswer, sampleDate, type SampleScene } from '../../../domain/rules/sample-answer.js';
import { samplePeople } from '../../template/sample-people.js';

/** What each field of a form shows when samples are shown; a tickbox shows `✓` or nothing. */
export function samplesOf({ fields }: PreparedForm): readonly string[] {
  const roles = [...new Set(fields.map(({ role }) => role ?? nobody))];
  const recipients = samplePeople(roles);
  const answered = new Set<string>();
  return fields.map((field, index) => {
    const signer = recipients.find(({ role }) => role === (field.role ?? nobody)) ?? unknown;
    const isFirst = field.group === null || !answered.has(field.group);
    if (field.group !== null) answered.add(field.group);
    return sampleOf(field, `${index}`, { signer, recipients, today: sampleDate }, isFirst);
  });
}

const nobody = 'Signer';
const unknown = { role: nobody, name: 'Thandi Mokoena', email: 'thandi@example.test' };

function sampleOf(field: PreparedField, id: string, scene: SampleScene, isFirst: boolean): string {
  const { name, email } = scene.signer;
  switch (field.type) {
    case 'signature':
    case 'signer_name':
      return drawable(name);
    case 'initials':
      return name.replace(/(\S)\S*\s*/g, '$1');
    case 'date_signed':
      return sampleDate;
    case 'signer_email':
      return email;
    case 'tickbox':
      return isFirst ? '✓' : '';
    default: {
      const cells = field.comb ? Array.from({ length: field.max_length ?? 0 }) : null;
      const asked = { id, subject: null, data_key: field.key, question_id: field.group, option_value: field.option };
      const text = String(sampleAnswer({ ...field, ...asked, role: scene.signer.role, cells }, scene));
      return field.max_length === null ? text : [...text].slice(0, field.max_length).join('');
    }
  }
}
