//! The rows of takes: what is in each file, or why it cannot be read.

use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::{
    BinaryBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder,
};
use arrow_array::{ArrayRef, Int32Array, ListArray, RecordBatch, StringArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field};
use serde_json::Value as Json;

use super::frames::{lists, world};
use super::schema::{Table, metrics, of_index, rows_of};
use crate::evaluate::rest_offsets;
use crate::files::FileStamp;
use crate::index::{ColumnKind, Value, values_of};
use crate::loader::{Contents, End, Figure, LoadError};
use crate::review::alike::Signature;
use crate::review::checks::{Limits, check};
use crate::review::metrics::TakeMetrics;
use crate::scene::{Stage, Thumbnail};
use crate::take::{Node, Take};

/// What the table of takes says of one.
pub(super) struct TakeFacts {
    key: String,
    values: Vec<(&'static str, Value)>,
    body: Option<Body>,
    error: Option<String>,
}

/// What is there of a take that could be read.
struct Body {
    figure: Figure,
    metres_per_unit: f64,
    metrics: Vec<(&'static str, Option<f64>)>,
    findings: Option<String>,
    warnings: String,
    signature: Option<Vec<u8>>,
}

impl TakeFacts {
    /// Of a take, with the findings of the checks where there are limits for these.
    pub fn of_take(key: String, path: &Path, take: &Take, limits: Option<&Limits>) -> Self {
        let stage = Stage::new(take);
        let findings = limits.map(|limits| check(take, &stage, limits, &|| false).findings);
        let thumbnail = Thumbnail::of(take);
        let read = Ok((take, &thumbnail));
        let values =
            values_of(path, FileStamp::of(path).unwrap_or_default(), read, findings.as_deref());
        let of_metrics = TakeMetrics::new(take, &stage).values;
        let object = |finding: &crate::review::checks::Finding| finding.object(take);
        let body = Body {
            figure: figure_of(take),
            metres_per_unit: stage.unit.metres,
            metrics: of_metrics.iter().map(|value| (value.metric.word, value.value)).collect(),
            findings: findings
                .as_ref()
                .map(|all| all.iter().map(object).collect::<Json>().to_string()),
            warnings: take
                .warnings
                .iter()
                .map(|warning| warning.object())
                .collect::<Json>()
                .to_string(),
            signature: Signature::of(take).map(|signature| signature.to_bytes().to_vec()),
        };
        Self { key, values, body: Some(body), error: None }
    }

    /// Of a file that cannot be read.
    pub fn of_error(key: String, path: &Path, error: &LoadError) -> Self {
        let stamp = FileStamp::of(path).unwrap_or_default();
        let values = values_of(path, stamp, Err(error), None);
        Self { key, values, body: None, error: Some(error.to_string()) }
    }

    /// What it takes in memory, about.
    pub fn size(&self) -> usize {
        self.body.as_ref().map_or(256, |body| 1024 + 64 * body.figure.joints.len())
    }

    /// The name and the skeleton of a take that could be read.
    pub fn add_to(&self, contents: &mut Contents) {
        if let Some(body) = &self.body {
            contents.add(&self.key, &body.figure);
        }
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

/// The skeleton of a take, in metres with Y up.
fn figure_of(take: &Take) -> Figure {
    let space = world(take);
    let nodes = take.skeleton.nodes();
    let parent = |node: &Node| node.parent().map_or(-1, |id| id.index() as i32);
    let ends = take
        .skeleton
        .free_ends()
        .map(|(node, end)| End { joint: node.index(), offset: space.offset(end).to_array() });
    Figure {
        joints: nodes.iter().map(|node| node.name.clone()).collect(),
        parents: nodes.iter().map(parent).collect(),
        offsets: rest_offsets(take, space).into_iter().map(|offset| offset.to_array()).collect(),
        ends: ends.collect(),
    }
}

/// The rows of some takes.
pub(super) fn take_rows(takes: &[TakeFacts]) -> Result<RecordBatch, ArrowError> {
    let mut columns: Vec<ArrayRef> =
        vec![Arc::new(StringArray::from_iter_values(takes.iter().map(|take| &take.key)))];
    for column in of_index() {
        let values = takes.iter().map(|take| take.value(column.name));
        columns.push(match column.kind {
            ColumnKind::Text => texts(values.map(|value| match value {
                Some(Value::Text(text)) => Some(text.clone()),
                _ => None,
            })),
            ColumnKind::Whole => {
                let mut all = Int64Builder::new();
                values.for_each(|value| {
                    all.append_option(match value {
                        Some(Value::Integer(number)) => Some(*number),
                        _ => None,
                    })
                });
                Arc::new(all.finish())
            }
            ColumnKind::Number => numbers(values.map(|value| match value {
                Some(Value::Real(number)) => Some(*number),
                Some(Value::Integer(number)) => Some(*number as f64),
                _ => None,
            })),
        });
    }
    let bodies = || takes.iter().map(|take| take.body.as_ref());
    let mut joints = ListBuilder::new(StringBuilder::new())
        .with_field(Field::new_list_field(DataType::Utf8, false));
    for body in bodies() {
        match body {
            Some(body) => joints.append_value(body.figure.joints.iter().map(Some)),
            None => joints.append_null(),
        }
    }
    columns.push(Arc::new(joints.finish()));
    columns.push(Arc::new(parents(bodies())?));
    columns.push(Arc::new(offsets(bodies())?));
    columns.push(numbers(bodies().map(|body| body.map(|body| body.metres_per_unit))));
    for metric in metrics() {
        let value = |body: &Body| body.metrics.iter().find(|(word, _)| *word == metric.word)?.1;
        columns.push(numbers(bodies().map(|body| body.and_then(value))));
    }
    columns.push(texts(bodies().map(|body| body.and_then(|body| body.findings.clone()))));
    columns.push(texts(bodies().map(|body| body.map(|body| body.warnings.clone()))));
    let mut signatures = BinaryBuilder::new();
    bodies().for_each(|body| {
        signatures.append_option(body.and_then(|body| body.signature.as_deref()));
    });
    columns.push(Arc::new(signatures.finish()));
    columns.push(texts(takes.iter().map(|take| take.error.clone())));
    RecordBatch::try_new(Table::Takes.schema(), columns)
}

fn texts(values: impl Iterator<Item = Option<String>>) -> ArrayRef {
    Arc::new(StringArray::from_iter(values))
}

fn numbers(values: impl Iterator<Item = Option<f64>>) -> ArrayRef {
    let mut all = Float64Builder::new();
    values.for_each(|value| all.append_option(value));
    Arc::new(all.finish())
}

/// A list for each take; null for one without a body.
fn parents<'a>(
    bodies: impl Iterator<Item = Option<&'a Body>> + Clone,
) -> Result<ListArray, ArrowError> {
    let lengths = bodies.clone().map(|body| body.map_or(0, |body| body.figure.parents.len()));
    let values = bodies.clone().flatten().flat_map(|body| body.figure.parents.iter().copied());
    let item = Arc::new(Field::new_list_field(DataType::Int32, false));
    let values = Arc::new(Int32Array::from_iter_values(values));
    ListArray::try_new(item, OffsetBuffer::from_lengths(lengths), values, nulls(bodies))
}

fn offsets<'a>(
    bodies: impl Iterator<Item = Option<&'a Body>> + Clone,
) -> Result<ListArray, ArrowError> {
    let lengths = bodies.clone().map(|body| body.map_or(0, |body| body.figure.parents.len()));
    let values: Vec<f32> = bodies
        .clone()
        .flatten()
        .flat_map(|body| body.figure.offsets.iter().flatten().copied())
        .collect();
    let count = values.len() / 3;
    let all = lists(values, 3, [1, count])?;
    let DataType::List(item) = rows_of(3) else { unreachable!("rows are lists") };
    ListArray::try_new(
        item,
        OffsetBuffer::from_lengths(lengths),
        all.values().clone(),
        nulls(bodies),
    )
}

fn nulls<'a>(bodies: impl Iterator<Item = Option<&'a Body>>) -> Option<NullBuffer> {
    Some(NullBuffer::from_iter(bodies.map(|body| body.is_some())))
}
