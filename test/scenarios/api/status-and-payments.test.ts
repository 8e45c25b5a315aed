import { describe, expect, it } from 'vitest';
import { clientOver, errorOf, someRut } from '../../support/agency/client.ts';
import { reply, scriptedOpen } from '../../support/agency/scripted-open.ts';

const over = (body: unknown, headers?: Record<string, string>) =>
  clientOver(scriptedOpen(reply(200, body, headers)).httpGet);

describe('the status of a dispatch', () => {
  const status = (body: unknown) => over(body).status({ dispatch: '123457', rut: someRut });
  const data = {
    id: 's1',
    numeroDespacho: '123457',
    recordType: 'din',
    EstadoDIN: 'Aceptada',
    EstadoDUS: null,
    isCompleted: false,
    lastModifiedDate: '2026-10-05T12:00:00.000Z',
    priority: null,
  };

  it('is read with its capitals, and keeps its keys without data', async () => {
    expect(await status({ status: 200, id: 's1', data })).toEqual({
      dispatchNumber: '123457',
      recordType: 'din',
      state: 'Aceptada',
      isCompleted: false,
      lastModified: '2026-10-05T12:00:00.000Z',
      item: data,
    });
  });

  it('of an export is in EstadoDUS', async () => {
    const both = { ...data, recordType: 'dus', EstadoDIN: 'x', EstadoDUS: 'Legalizada' };
    expect((await status({ data: both })).state).toBe('Legalizada');
  });

  it('leaves out what has no value', async () => {
    const bare = { ...data, isCompleted: null, lastModifiedDate: null, EstadoDIN: null };
    expect(await status({ data: bare })).toEqual({
      dispatchNumber: '123457',
      recordType: 'din',
      state: '',
      lastModified: '',
      item: bare,
    });
  });

  it('of a dispatch that is only opened yet is one', async () => {
    const none = Object.fromEntries(Object.keys(data).map((name) => [name, null]));
    const opened = {
      ...none,
      id: 's1',
      createdDate: '2026-10-05T12:00:00.000Z',
      allowEdit: true,
      priority: 1,
    };
    expect((await status({ status: 200, id: 's1', data: opened })).state).toBe('');
  });

  it.each<[string, unknown]>([
    ['under another name', { status: 200, despacho: data }],
    ['without an envelope', data],
  ])('is found %s', async (_, body) => {
    expect((await status(body)).state).toBe('Aceptada');
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['an empty object', { status: 200, data: {} }],
    [
      'the names of a status without a value',
      { status: 200, data: Object.fromEntries(Object.keys(data).map((name) => [name, null])) },
    ],
    ['two objects', { uno: data, otro: data }],
    ['a list', [data]],
  ])('that cannot be found is an error: %s', async (_, body) => {
    expect((await errorOf(status(body))).code).toBe('RESPONSE_UNREADABLE');
  });
});

describe('disbursements', () => {
  const list = (body: unknown) => over(body).disbursements({ dispatch: '123457', rut: someRut });
  const item = {
    id: 'd1',
    codigoAnalisis: '1101',
    nombreAnalisis: 'FLETE',
    numeroDespacho: '123457',
    numeroDocumento: '000123',
    estado: 'PAGADO',
    fechaDesembolso: '2026-10-05T00:00:00.000Z',
    dispatch: { referencia: 'R' },
    monto: 119,
    montoNeto: 100,
    montoIva: 19,
    saldo: 0,
    debe: 119,
    documentInfo: { idProveedor: '76086428-5', nombreProveedor: 'PUERTO', totals: {} },
  };

  it('are read by the names of names.md', async () => {
    const { disbursements, incompleteReason } = await list({ date: '', total: 1, data: [item] });
    expect(disbursements).toEqual([
      {
        id: 'd1',
        dispatchNumber: '123457',
        analysisCode: '1101',
        analysisName: 'FLETE',
        documentNumber: '000123',
        state: 'PAGADO',
        date: '2026-10-05T00:00:00.000Z',
        amount: 119,
        net: 100,
        tax: 19,
        balance: 0,
        debit: 119,
        providerId: '76086428-5',
        providerName: 'PUERTO',
        item,
      },
    ]);
    expect(incompleteReason).toBeUndefined();
  });

  it('whose amounts are missing stay without them, and 0 stays 0', async () => {
    const { monto: _monto, montoNeto: _neto, ...bare } = item;
    const { disbursements } = await list({
      data: [{ ...bare, montoIva: null, debe: '119', fechaDesembolso: null }],
    });
    const [read] = disbursements;
    expect(read).toMatchObject({ balance: 0, date: '' });
    for (const field of ['amount', 'net', 'tax', 'debit']) expect(read).not.toHaveProperty(field);
  });

  it('are none where the dispatch has none', async () => {
    expect((await list({ total: 0, data: [] })).disbursements).toEqual([]);
  });

  it('that are fewer than the total says are given, with a reason that can be reported', async () => {
    const { disbursements, incompleteReason } = await list({ total: 3, data: [item] });
    expect(disbursements).toHaveLength(1);
    expect(incompleteReason).toMatchObject({ code: 'WALK_INCOMPLETE', values: { came: 1, total: 3 } });
    expect(incompleteReason?.exchange?.response).toContain('"total":3');
  });

  it('without a total are not doubted', async () => {
    expect((await list({ items: [item] })).incompleteReason).toBeUndefined();
  });

  it('take the provider from the invoice where there is one, and the asked number where they have none', async () => {
    const { numeroDespacho: _number, ...bare } = item;
    const { disbursements } = await list({
      data: [{ ...bare, invoiceInfo: { idProveedor: '9068826-K', nombreProveedor: 'OTRO' } }],
    });
    expect(disbursements[0]).toMatchObject({
      providerId: '9068826-K',
      providerName: 'OTRO',
      dispatchNumber: '123457',
    });
  });
});

describe('the catalogue', () => {
  it('takes types that lack everything but an id', async () => {
    const data = [
      { id: '1', name: 'CONOCIMIENTO DE EMBARQUE (B/L)', tipoOperacion: 'IMP', responsableDoc: 'NAVIERA' },
      { id: '2', name: null, tipoOperacion: null, responsableDoc: null },
    ];
    expect(await over({ date: '', data }).documentTypes({})).toEqual([
      {
        id: '1',
        name: 'CONOCIMIENTO DE EMBARQUE (B/L)',
        operation: 'IMP',
        responsible: 'NAVIERA',
        item: data[0],
      },
      { id: '2', name: '', operation: '', responsible: '', item: data[1] },
    ]);
  });

  it('of an agency without active types is empty', async () => {
    expect(await over({ data: [] }).documentTypes({})).toEqual([]);
  });
});
