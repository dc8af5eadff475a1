//! The table as arrays of NumPy: one alone, or an archive of all.

use std::io::{self, Cursor, Write};
use std::ops::Range;

use npyz::{AutoSerialize, DType, WriteOptions, WriterBuilder as _};
use zip::write::{SimpleFileOptions, ZipWriter};

use super::table::{Rotations, Row, SampleTime, Table};

type Archive = ZipWriter<Cursor<Vec<u8>>>;

/// The values of all parts as (frames, parts, values), without names.
pub(super) fn array(table: &Table<'_>, out: &mut dyn Write) -> io::Result<()> {
    values(table, 0..table.width(), out)
}

/// An archive with all that is known of the table, uncompressed.
pub(super) fn archive(table: &Table<'_>, out: &mut dyn Write) -> io::Result<()> {
    let take = table.take;
    let width = table.width();
    let values_size = table.samples.len() * table.parts.len() * width * size_of::<f32>();
    // Room for all but long names: to grow is to copy.
    let room = values_size + 64 * (table.samples.len() + table.parts.len()) + (1 << 14);
    let mut archive = ZipWriter::new(Cursor::new(Vec::with_capacity(room)));
    let zip = &mut archive;
    let parts = &table.parts;
    let names = |name: &dyn Fn(usize) -> String| (0..parts.len()).map(name).collect::<Vec<_>>();
    if table.has_channels {
        begin(zip, "values")?;
        values(table, 0..width, zip)?;
        texts(zip, "channels", &names(&|i: usize| parts[i].channel.clone().unwrap_or_default()))?;
        let nodes = parts.iter().map(|part| part.index as i32);
        numbers(zip, "nodes", nodes)?;
    } else {
        begin(zip, "positions")?;
        values(table, 0..3, zip)?;
        if let Some(rotations) = table.rotations {
            begin(zip, "rotations")?;
            values(table, 3..3 + rotations.names().len(), zip)?;
            if rotations == Rotations::Euler {
                texts(zip, "orders", &names(&|i| table.order_name(&parts[i])))?;
            }
        }
        if table.has_confidence {
            begin(zip, "confidence")?;
            values(table, width - 1..width, zip)?;
        }
        let or_none = |node: Option<usize>| node.map_or(-1, |node| node as i32);
        numbers(zip, "parents", parts.iter().map(|part| or_none(table.parent(part))))?;
        numbers(zip, "tip_of", parts.iter().map(|part| or_none(part.tip_of())))?;
    }
    texts(zip, "names", &names(&|i| parts[i].name.clone()))?;
    let samples = table.samples.iter();
    if samples.clone().any(|sample| sample.fraction > 0.0) {
        numbers(zip, "frames", samples.clone().map(SampleTime::fractional_frame))?;
    } else {
        numbers(zip, "frames", samples.clone().map(|sample| sample.frame as i64))?;
    }
    if take.numbers.is_some() {
        numbers(zip, "numbers", samples.clone().map(|sample| sample.number(take).unwrap_or(-1)))?;
    }
    numbers(zip, "times", samples.map(|sample| sample.time))?;
    scalar(zip, "frame_time", take.motion.frame_time())?;
    scalar(zip, "metres_per_unit", table.metres_per_unit.unwrap_or(f64::NAN))?;
    texts(zip, "up", &[table.up.name().to_string()])?;
    out.write_all(archive.finish().map_err(io::Error::other)?.get_ref())
}

fn begin(zip: &mut Archive, name: &str) -> io::Result<()> {
    // Whole seconds of a clock, and the name of the system, would make two archives of one take differ.
    let options = SimpleFileOptions::default()
        .system(zip::System::Unix)
        .last_modified_time(zip::DateTime::default());
    let options = options.compression_method(zip::CompressionMethod::Stored).large_file(true);
    zip.start_file(format!("{name}.npy"), options).map_err(io::Error::other)
}

/// Some values of each part: (frames, parts, values) numbers in single precision; (frames, channels) of channels.
fn values(table: &Table<'_>, range: Range<usize>, out: &mut dyn Write) -> io::Result<()> {
    let width = table.width();
    let [frames, parts] = [table.samples.len(), table.parts.len()].map(|count| count as u64);
    let shape = [frames, parts, range.len() as u64];
    let dimensions = if range.len() == 1 { 2 } else { 3 };
    header::<f32>(out, &shape[..dimensions])?;
    let has_all = range.len() == width && cfg!(target_endian = "little");
    let mut bytes: Vec<u8> = Vec::new();
    table.each_row(|Row { values: row, .. }| {
        if has_all {
            return out.write_all(bytemuck::cast_slice(row));
        }
        bytes.clear();
        for part in row.chunks(width) {
            bytes.extend(part[range.clone()].iter().flat_map(|value| value.to_le_bytes()));
        }
        out.write_all(&bytes)
    })
}

/// The beginning of an array: what follows are its numbers, in the byte order of this machine's
/// [`AutoSerialize`], which is little endian here.
fn header<T: AutoSerialize>(out: &mut dyn Write, shape: &[u64]) -> io::Result<()> {
    // The library writes each number by itself, which takes as long as to evaluate it.
    let mut head = Vec::new();
    let options = WriteOptions::<T>::new().dtype(little_endian::<T>()).shape(shape);
    drop(options.writer(&mut head).begin_nd()?);
    out.write_all(&head)
}

fn little_endian<T: AutoSerialize>() -> DType {
    let text = T::default_dtype().descr().replace(['>', '='], "<").trim_matches('\'').parse();
    DType::Plain(text.expect("a number's type of the library"))
}

fn numbers<T: AutoSerialize>(
    zip: &mut Archive,
    name: &str,
    all: impl ExactSizeIterator<Item = T>,
) -> io::Result<()> {
    begin(zip, name)?;
    let shape = [all.len() as u64];
    let options = WriteOptions::new().default_dtype().shape(&shape);
    let mut out = options.writer(&mut *zip).begin_nd()?;
    out.extend(all)?;
    out.finish()
}

fn scalar(zip: &mut Archive, name: &str, value: f64) -> io::Result<()> {
    begin(zip, name)?;
    let mut out = WriteOptions::new().default_dtype().shape(&[]).writer(&mut *zip).begin_nd()?;
    out.push(&value)?;
    out.finish()
}

/// Texts of one length, in Unicode as NumPy has them.
fn texts(zip: &mut Archive, name: &str, all: &[String]) -> io::Result<()> {
    begin(zip, name)?;
    let longest = all.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
    let kind = format!("<U{longest}").parse().expect("a text's type");
    let shape = [all.len() as u64];
    let options = WriteOptions::<str>::new().dtype(DType::Plain(kind)).shape(&shape);
    let mut out = options.writer(&mut *zip).begin_nd()?;
    all.iter().try_for_each(|text| out.push(text))?;
    out.finish()
}
