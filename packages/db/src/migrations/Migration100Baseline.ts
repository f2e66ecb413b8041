import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Creates the tables of Kith 1.0. */
export class Migration100Baseline extends Migration {
  override up(): void {
    const sql = readFileSync(new URL('schema.sql', import.meta.url), 'utf8');
    for (const statement of sql.split(/;\n+/).filter(Boolean)) this.addSql(statement);
  }
}
